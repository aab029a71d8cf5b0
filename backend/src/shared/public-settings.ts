/** The settings that the server puts into a page. These values apply if a page has none. */
export const UNSET_SETTINGS = {
  /** Without a trailing slash. */
  publicOrigin: '',
  /** Earlier origins of the site; `/proof` accepts proofs that name one. */
  formerOrigins: [] as readonly string[],
  tokenMint: null as string | null,
  tokenChartUrl: 'https://pump.fun',
};

export type PublicSettings = Readonly<typeof UNSET_SETTINGS>;

/** Returns only these settings: the browser must not get the others. */
export function publicSettingsOf(settings: PublicSettings): PublicSettings {
  const { publicOrigin, formerOrigins, tokenMint, tokenChartUrl } = settings;
  return { publicOrigin, formerOrigins, tokenMint, tokenChartUrl };
}
