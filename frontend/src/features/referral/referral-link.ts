/** The link that makes whoever opens it a recruit of the wallet. */
export function referralLink(publicOrigin: string, wallet: string): string {
  return `${publicOrigin}/?ref=${wallet}`;
}
