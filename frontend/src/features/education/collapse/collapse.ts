import { HUMANITY } from './humanity.js';

export interface Terms {
  readonly each: number;
  /** On average, one of this many people accepts. */
  readonly oneIn: number;
  readonly seed: number;
}

/** The founder is not on a level, and is not a recruit. */
export interface CollapseLevel {
  readonly level: number;
  readonly joining: number;
  /** Recruits on this level and all above it. */
  readonly total: number;
}

export interface PlayedCollapse {
  /** Levels without recruits are omitted. */
  readonly levels: readonly CollapseLevel[];
  /** The level on which the people ran out, or on which everyone asked declined. */
  readonly endsOn: number;
  readonly everybodyAsked: boolean;
  readonly recruits: number;
  /** Share of the recruits, 0 to 1, on the last two levels with recruits. */
  readonly lost: number;
}

const FIRST_DAY = Date.UTC(2026, 0, 1);

const DAY_MS = 86_400_000;

/** Every block of 20 days, from day 1 on, uses each of these pairs once, so that the endings vary. */
const DAILY_TERMS = [2, 3, 4, 5].flatMap((each) =>
  [100, 50, 20, 10, 5].map((oneIn) => ({ each, oneIn })),
);

const COUNTED_ONE_BY_ONE = 5_000;

const UINT32 = 2 ** 32;

/**
 * Returns the number of the Daily Collapse at `now`. A time before day 1, from a wrong clock, counts as day 1.
 * @param now in ms since 1970
 */
export function dayAt(now: number): number {
  return Math.max(1, Math.floor((now - FIRST_DAY) / DAY_MS) + 1);
}

/**
 * Returns the terms of a Daily Collapse, with a seed for which everyone alive is asked.
 * @param day a whole number from 1
 */
export function termsOfDay(day: number): Terms {
  const run = Math.floor((day - 1) / DAILY_TERMS.length);
  const position = (day - 1) % DAILY_TERMS.length;
  const pair = shuffled(DAILY_TERMS, randomFrom(run))[position];
  if (!pair) throw new RangeError(`No collapse has the day ${day}.`);
  for (let seed = Math.imul(day, 0x9e3779b1) >>> 0; ; seed = (seed + 1) >>> 0) {
    const terms = { ...pair, seed };
    if (playCollapse(terms).everybodyAsked) return terms;
  }
}

/**
 * Plays a pyramid to its end. While people are left, each member asks `each × oneIn` of them, so that `each` accept on
 * average. Every operation must be one that IEEE 754 defines exactly, so that all browsers get the same result.
 */
export function playCollapse({ each, oneIn, seed }: Terms): PlayedCollapse {
  const random = randomFrom(seed);
  const levels: CollapseLevel[] = [];
  let [total, asked] = [0, 0];
  for (;;) {
    const endsOn = levels.length + 1;
    const wanted = (levels.at(-1)?.joining ?? 1) * each * oneIn;
    const askable = Math.min(wanted, HUMANITY.people - asked);
    const joining = yesesAmong(askable, oneIn, random);
    asked += askable;
    total += joining;
    if (joining > 0) levels.push({ level: endsOn, joining, total });
    const everybodyAsked = askable < wanted;
    if (everybodyAsked || joining === 0) {
      const lost = levels.slice(-2).reduce((sum, last) => sum + last.joining, 0) / (total || 1);
      return { levels, endsOn, everybodyAsked, recruits: total, lost };
    }
  }
}

/** Draws the number of people who accept, from the binomial distribution or its normal approximation. */
function yesesAmong(asked: number, oneIn: number, random: () => number): number {
  if (asked <= COUNTED_ONE_BY_ONE) {
    let yeses = 0;
    for (let person = 0; person < asked; person += 1) if (random() * oneIn < 1) yeses += 1;
    return yeses;
  }
  const deviation = Math.sqrt((asked / oneIn) * (1 - 1 / oneIn));
  return Math.round(Math.min(asked, Math.max(0, asked / oneIn + deviation * normal(random))));
}

/** The sum of twelve uniform draws, less 6, has mean 0 and variance 1. */
function normal(random: () => number): number {
  let sum = -6;
  for (let draw = 0; draw < 12; draw += 1) sum += random();
  return sum;
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const left = [...items];
  return items.flatMap(() => left.splice(Math.floor(random() * left.length), 1));
}

/** Returns a generator of numbers in [0, 1), determined by the seed (Mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / UINT32;
  };
}
