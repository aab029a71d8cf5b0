import type { Holdings, Level } from './levels';

/** Whole shares only: a fraction of a share does not count towards a level. */
export function shareCount(shares: number): string {
  const whole = Math.floor(shares);
  return `${whole.toLocaleString('en-US')} ${whole === 1 ? 'share' : 'shares'}`;
}

/** What the next level still asks for, in one sentence. */
export function wayToNext(next: Level | null, { shares, provenRecruits }: Holdings): string {
  if (next === null) return 'You have all of it.';
  const missing = [
    amount(next.minShares - Math.floor(shares), 'more share', 'more shares'),
    amount(next.minRecruits - provenRecruits, 'more proven recruit', 'more proven recruits'),
  ].filter((part) => part !== null);
  return `${next.name} takes ${missing.join(' and ')}.`;
}

function amount(count: number, one: string, many: string): string | null {
  if (count <= 0) return null;
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
