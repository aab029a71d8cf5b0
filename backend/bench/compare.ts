import { median } from './statistics.js';

/** How often each of two is measured. */
const ROUNDS = 7;
const QUICK_ROUNDS = 3;

/** How long the bench may take: a quick one is for a first look. */
export interface Pace {
  readonly quick: boolean;
}

/** Something measured beside its yardstick: medians over the rounds. */
export interface Comparison {
  readonly product: number;
  readonly yardstick: number;
  /** Of the product to the yardstick within a round. */
  readonly ratio: number;
}

/**
 * Measures the two in turn, round by round, so that whatever else the machine does weighs on both alike. A first round
 * warms them up and is not counted.
 */
export async function compare(
  { quick }: Pace,
  product: () => Promise<number>,
  yardstick: () => Promise<number>,
): Promise<Comparison> {
  const rounds: { product: number; yardstick: number }[] = [];
  for (let round = 0; round <= (quick ? QUICK_ROUNDS : ROUNDS); round += 1) {
    rounds.push({ product: await product(), yardstick: await yardstick() });
  }
  const counted = rounds.slice(1);
  return {
    product: median(counted.map((each) => each.product)),
    yardstick: median(counted.map((each) => each.yardstick)),
    ratio: median(counted.map((each) => each.product / each.yardstick)),
  };
}
