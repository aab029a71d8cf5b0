/** The settings that every page contains, with placeholders for a page that has none. */
export const UNSET_SETTINGS = {
  /** Without a trailing slash. */
  publicOrigin: '',
  /** Earlier origins; proofs signed there stay valid. */
  formerOrigins: [] as readonly string[],
  /** Null if unset, as before the launch. */
  tokenMint: null as string | null,
  tokenChartUrl: 'https://pump.fun',
};

export type PublicSettings = Readonly<typeof UNSET_SETTINGS>;

/** Returns only these settings: the browser must not get the others. */
export function publicSettingsOf(settings: PublicSettings): PublicSettings {
  const { publicOrigin, formerOrigins, tokenMint, tokenChartUrl } = settings;
  return { publicOrigin, formerOrigins, tokenMint, tokenChartUrl };
}
