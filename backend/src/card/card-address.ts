/** Path of the site's own card. */
export const SITE_CARD_PATH = '/card.png';

/** Path of a wallet's card. */
export function cardPath(wallet: string): string {
  return `/card/${wallet}.png`;
}
