import { formatCount } from '@/lib/format';

/** Points that a proven recruit brings (docs/product.md, Points). */
export const POINTS_PER_RECRUIT = 1_000;

/** A level (docs/product.md, Levels). A wallet must meet both minimums. */
export interface Level {
  readonly name: string;
  readonly minShares: number;
  readonly minRecruits: number;
  readonly perk: string;
}

export const LEVELS: readonly [Level, ...Level[]] = [
  {
    name: 'Bronze Dreamer',
    minShares: 0,
    minRecruits: 0,
    perk: 'A badge. You may describe yourself as early.',
  },
  {
    name: 'Silver Schemer',
    minShares: 1_001,
    minRecruits: 3,
    perk: 'Unsupervised use of the word “ecosystem”.',
  },
  {
    name: 'Gold Guru',
    minShares: 10_001,
    minRecruits: 6,
    perk: 'Any question may be answered with “do your own research”.',
  },
  {
    name: 'Platinum Prophet',
    minShares: 50_001,
    minRecruits: 11,
    perk: 'Posts may begin with “Few understand this.” Few will.',
  },
  {
    name: 'Diamond Dynamo',
    minShares: 100_001,
    minRecruits: 21,
    perk: 'The corner office. At this height it is the only room.',
  },
];

export interface Holdings {
  shares: number;
  provenRecruits: number;
}

/** Progress, in per cent, at the start of every level except the highest. */
const HEAD_START = 60;

/**
 * Returns the highest level whose minimums are met, the next level or null, and the progress to the next level, from 60
 * to 100 per cent.
 */
export function standingOf({ shares, provenRecruits }: Holdings) {
  const level =
    LEVELS.filter(
      ({ minShares, minRecruits }) => shares >= minShares && provenRecruits >= minRecruits,
    ).at(-1) ?? LEVELS[0];
  const next = levelAbove(level);
  if (next === null) return { level, next, progress: 100 };

  const way = Math.min(
    fraction(shares, level.minShares, next.minShares),
    fraction(provenRecruits, level.minRecruits, next.minRecruits),
  );
  return { level, next, progress: HEAD_START + (100 - HEAD_START) * way };
}

function fraction(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}

/** Returns a level's range of shares or recruits: `0-1,000`, or `100,001+` for the top level. */
export function rangeOf(level: Level, minimum: 'minShares' | 'minRecruits'): string {
  const from = formatCount(level[minimum]);
  const next = levelAbove(level);
  return next ? `${from}-${formatCount(next[minimum] - 1)}` : `${from}+`;
}

function levelAbove(level: Level): Level | null {
  return LEVELS[LEVELS.indexOf(level) + 1] ?? null;
}
