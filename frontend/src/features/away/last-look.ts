import { browserStorage } from '@/lib/storage';

/** What a visitor saw of their wallet, and when. */
export interface Look {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly rank: number | null;
}

const keyOf = (wallet: string): string => `pyramidion.looked.${wallet}`;

/** What this browser last saw of a wallet; null when it has not, or keeps nothing. */
export function lastLook(wallet: string): Look | null {
  const [at = '', rank = ''] = browserStorage.read(keyOf(wallet))?.split(' ') ?? [];
  if (Number.isNaN(Date.parse(at))) return null;
  return { at, rank: /^\d+$/.test(rank) ? Number(rank) : null };
}

/** Has this browser remember what it sees now. */
export function rememberLook(wallet: string, { at, rank }: Look): void {
  browserStorage.write(keyOf(wallet), `${at} ${rank ?? '-'}`);
}
