import { plural } from '@/lib/format';
import { standingOf, type Holdings, type Level } from './levels';

/** Whole shares only: a fraction of a share does not count towards a level. */
export function shareCount(shares: number): string {
  return plural(Math.floor(shares), 'share');
}

/** What a wallet has towards its level, once all of it is known. */
export function knownHoldings(shares: number | null, provenRecruits: number | null) {
  return shares === null || provenRecruits === null ? null : { shares, provenRecruits };
}

export function nextText(next: Level | null): string {
  return next ? `Next: ${next.name}` : 'There is no next level. Only weather.';
}

/** What stands under the progress bar. */
export function hint(holdings: Holdings | null, failed: boolean): string {
  if (holdings) return `60% of it is motivation. ${wayToNext(standingOf(holdings).next, holdings)}`;
  return failed
    ? 'Your recruits did not load, so your level is anybody’s guess. We decline to guess.'
    : 'Looking you up.';
}

/** What the next level still asks for, in one sentence. */
export function wayToNext(next: Level | null, { shares, provenRecruits }: Holdings): string {
  if (next === null) return 'You have all of it.';
  const missing = [
    { count: next.minShares - Math.floor(shares), of: 'more share' },
    { count: next.minRecruits - provenRecruits, of: 'more proven recruit' },
  ].filter(({ count }) => count > 0);
  return `${next.name} takes ${missing.map(({ count, of }) => plural(count, of)).join(' and ')}.`;
}
