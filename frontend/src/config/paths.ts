import { generatePath } from 'react-router-dom';

/** Addresses of the screens: those of the specification, section 2, and ours. */
export const paths = {
  landing: '/',
  referral: '/r/:wallet',
  dashboard: '/dashboard',
  about: '/about',
  howToParticipate: '/how-to-participate',
  proof: '/proof',
  whatWeAsk: '/what-we-ask',
  pyramid: '/pyramid/:wallet',
} as const;

/** Where a wallet's pyramid is drawn. */
export function pyramidPath(wallet: string): string {
  return generatePath(paths.pyramid, { wallet });
}

/** Path of the picture that messengers show beside a wallet's referral link. */
export function cardPath(wallet: string): string {
  return `/card/${wallet}.png`;
}

/** Returns the path of the picture of a wallet's letter of resignation. */
export function letterPath(wallet: string): string {
  return `/letter/${wallet}.png`;
}

/** API path of the leaderboard: the top ten of all time, unless a query asks for others. */
export const LEADERBOARD = '/api/leaderboard';

/** Returns the API path of a wallet's downline, with all levels that the server counts. */
export function pyramidBelow(wallet: string): string {
  return `/api/pyramid?wallet=${encodeURIComponent(wallet)}&depth=50`;
}
