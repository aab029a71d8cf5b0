import { generatePath } from 'react-router-dom';

/** Paths of the screens. docs/product.md lists them. */
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

/** Returns the path that opens the proof screen, checks the log and lists the operator's entries about a wallet. */
export function entriesPath(wallet: string): string {
  return `${paths.proof}#${wallet}`;
}

/** Returns the path of the card that messengers show beside a wallet's referral link. */
export function cardPath(wallet: string): string {
  return `/card/${wallet}.png`;
}

export const REPORT = '/api/report';

export const REPORT_CARD = '/card/report.png';

/** API path of the leaderboard. Without a query, the server returns the top ten of all time. */
export const LEADERBOARD = '/api/leaderboard';

/** API path of the whole log as JSON lines: its entries, oldest first, and a last line with their checkpoint. */
export const PROOFS = '/api/proofs';

/** Returns the API path of a wallet's downline, up to the maximum of 50 levels. */
export function pyramidBelow(wallet: string): string {
  return `/api/pyramid?wallet=${encodeURIComponent(wallet)}&depth=50`;
}
