import type { Contest, Contests } from './contest.js';
import { Contestant, measureInTurn } from './contestant.js';
import type { Figure, Target } from './figure.js';
import { ratio } from './figure.js';

/** Of what few wallets allow, so much is left with many. */
const FLAT: Target = { atLeast: 0.9 };

const UNIT = '/s';

/** Measures a server of a contest: requests a second. */
export type Measure = (url: string, contest: Contest) => Promise<number>;

/**
 * Measures the product and the yardstick on few wallets and on many, all four in turn: what the product reaches of the
 * yardstick, and what is left of that when there are many wallets.
 * @param target what the product has to reach of the yardstick
 */
export async function compareSizes(
  what: string,
  target: Target,
  { few, many }: Contests,
  rounds: number,
  measure: Measure,
): Promise<Figure[]> {
  const fewProduct = new Contestant(nameOf(few), () => measure(few.product.url, few));
  const fewYardstick = new Contestant('yardstick', () => measure(few.yardstick.url, few));
  const manyProduct = new Contestant(nameOf(many), () => measure(many.product.url, many));
  const manyYardstick = new Contestant('yardstick', () => measure(many.yardstick.url, many));
  // The yardstick may be at work on what was asked last for longer than a rest: that is not to weigh on the product.
  await measureInTurn(rounds, [manyYardstick, fewYardstick, fewProduct, manyProduct]);
  return [
    ratio(`${what}, ${nameOf(few)}`, UNIT, fewProduct, fewYardstick, target),
    ratio(`${what}, ${nameOf(many)}`, UNIT, manyProduct, manyYardstick, target),
    ratio(`${what}, many to few`, UNIT, manyProduct, fewProduct, FLAT),
  ];
}

function nameOf({ wallets }: Contest): string {
  return `${wallets.toLocaleString('en')} wallets`;
}
