/**
 * The link that brings a visitor under `referrer` (specification, section 7).
 * @param origin of the site, without a trailing slash
 */
export function referralLink(origin: string, referrer: string): string {
  return `${origin}/?ref=${referrer}`;
}
