import { generatePath } from 'react-router-dom';

/** Paths of the screens (docs/product.md, Screens). */
export const paths = {
  landing: '/',
  referral: '/r/:wallet',
  dashboard: '/dashboard',
  about: '/about',
  howToParticipate: '/how-to-participate',
  proof: '/proof',
  whatWeAsk: '/what-we-ask',
  report: '/report',
  pyramid: '/pyramid/:wallet',
} as const;

export function pyramidPath(wallet: string): string {
  return generatePath(paths.pyramid, { wallet });
}

/** Returns the path of the proof screen with the operator's entries about a wallet. */
export function entriesPath(wallet: string): string {
  return `${paths.proof}#${wallet}`;
}

/** Returns the path of a wallet's card, the picture in previews of its referral link. */
export function cardPath(wallet: string): string {
  return `/card/${wallet}.png`;
}

export const REPORT = '/api/report';

export const REPORT_CARD = '/card/report.png';

export const LEADERBOARD = '/api/leaderboard';

export const PROOFS = '/api/proofs';

/** Returns the API path of a wallet's downline, up to the maximum of 50 levels. */
export function pyramidBelow(wallet: string): string {
  return `/api/pyramid?wallet=${encodeURIComponent(wallet)}&depth=50`;
}
