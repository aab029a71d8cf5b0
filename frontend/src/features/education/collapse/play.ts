import { formatCount, formatPeople, plural } from '@/lib/format';
import { HUMANITY, type CollapseLevel } from './closed-form';
import type { Wager } from './wager';

export interface PlayedCollapse {
  /** All levels on which anybody stands. The last may not be full. */
  readonly levels: readonly CollapseLevel[];
  /** The first level that found too few people, or nobody. */
  readonly endsOn: number;
  /** True when everyone alive had been asked; false when everybody who was asked said no. */
  readonly everybodyAsked: boolean;
  /** Everyone who was recruited. The founder is not. */
  readonly recruits: number;
  /** Part of the recruits, 0 to 1, on the last two levels on which anybody stands. */
  readonly lost: number;
}

/** Up to here every answer is drawn by itself, beyond it all of them at once. */
const COUNTED_ONE_BY_ONE = 5_000;
const UINT32 = 2 ** 32;

/**
 * Plays a pyramid to its end: everybody asks as many people as bring, on average, the wanted recruits, and nobody is
 * asked twice. When all say yes there is no chance in it, and it comes to `levelsUntilBeyond`. The same seed always
 * brings the same answers, in any browser: they are computed by operations that IEEE 754 defines to the last bit.
 */
export function playCollapse({ each, oneIn, founded, seed }: Omit<Wager, 'bet'>): PlayedCollapse {
  const random = randomFrom(seed);
  const levels: CollapseLevel[] = [];
  let total = 0;

  function join(joining: number): void {
    total += joining;
    levels.push({ level: levels.length + 1, joining, total });
  }

  founded.forEach(join);
  let asked = total;
  for (;;) {
    const endsOn = levels.length + 1;
    const wanted = (levels.at(-1)?.joining ?? 1) * each * oneIn;
    const askable = Math.min(wanted, HUMANITY.people - asked);
    const joining = yesesAmong(askable, oneIn, random);
    asked += askable;
    if (joining > 0) join(joining);
    const everybodyAsked = askable < wanted;
    if (everybodyAsked || joining === 0) {
      const lost = levels.slice(-2).reduce((sum, last) => sum + last.joining, 0) / (total || 1);
      return { levels, endsOn, everybodyAsked, recruits: total, lost };
    }
  }
}

/** Which part of the recruits lost, in per cent. */
export function lostText({ lost }: PlayedCollapse): string {
  return `${(100 * lost).toFixed(1)}%`;
}

/** On which level it ended, who stood there, and what became of them. */
export function verdictOn(collapse: PlayedCollapse): string {
  const { endsOn, everybodyAsked, recruits } = collapse;
  if (recruits === 0) {
    return 'It ended on level 1: everybody who was asked said no. Nobody lost anything. It is the best outcome on record.';
  }
  const reason = everybodyAsked
    ? 'there was nobody left to ask'
    : 'everybody who was asked said no';
  const joined = recruits < 10_000 ? formatCount(recruits) : formatPeople(recruits);
  return `It ended on level ${endsOn}: ${reason}. Of the ${joined} who had joined, ${lostText(collapse)} stood on the last two levels. They paid for everyone above them, and are called liquidity.`;
}

export function betText({ endsOn }: PlayedCollapse, bet: number): string {
  const off = Math.abs(bet - endsOn);
  const levels = plural(off, 'level');
  if (off === 0) return `You bet on level ${bet}, and won. The prize has been reinvested.`;
  return bet > endsOn
    ? `You bet on level ${bet}: ${levels} too hopeful. Hope is the product.`
    : `You bet on level ${bet}: ${levels} too early. Every prophet of this was.`;
}

/** How many of those who are asked say yes: a draw of the binomial distribution, or of the normal one that it nears. */
function yesesAmong(asked: number, oneIn: number, random: () => number): number {
  if (oneIn === 1) return asked;
  if (asked <= COUNTED_ONE_BY_ONE) {
    let yeses = 0;
    for (let person = 0; person < asked; person += 1) if (random() * oneIn < 1) yeses += 1;
    return yeses;
  }
  const deviation = Math.sqrt((asked / oneIn) * (1 - 1 / oneIn));
  return Math.round(Math.min(asked, Math.max(0, asked / oneIn + deviation * normal(random))));
}

/** Near enough to a standard normal draw: twelve uniform ones have its mean and variance. */
function normal(random: () => number): number {
  let sum = -6;
  for (let draw = 0; draw < 12; draw += 1) sum += random();
  return sum;
}

/** Numbers from 0 to 1, the same ones for the same seed (Mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / UINT32;
  };
}
