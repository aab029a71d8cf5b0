/** The link that makes whoever opens it a recruit of the wallet. */
export function referralLink(publicOrigin: string, wallet: string): string {
  return `${publicOrigin}/?ref=${wallet}`;
}

/** Path of the picture that messengers show beside the link. */
export function referralCardPath(wallet: string): string {
  return `/card/${wallet}.png`;
}
