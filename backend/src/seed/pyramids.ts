import { createHash } from 'node:crypto';
import bs58 from 'bs58';
import { seededRandom } from './random.js';

/** The first wallet joined this long before the last one: 90 days, in milliseconds. */
const HISTORY_MS = 7_776_000_000;

/** Share of wallets that nobody recruited: each is the top of a pyramid of its own. */
const SHARE_OF_TOPS = 0.02;

/** The higher, the more of all recruits a few early wallets have. */
const SKEW = 2;

/** A wallet that nobody owns. */
export interface InventedWallet {
  readonly address: string;
  /** ISO 8601, UTC. */
  readonly joinedAt: string;
  /** An earlier wallet, or null at the top of a pyramid. */
  readonly referrer: string | null;
}

/**
 * Invents wallets in the order in which they joined, faster and faster until `until`. They recruit as people do: a few
 * have hundreds of recruits, most have none.
 */
export function* inventPyramids(
  count: number,
  seed: number,
  until: Date,
): Generator<InventedWallet, void> {
  const random = seededRandom(seed);
  for (let index = 0; index < count; index += 1) {
    const age = HISTORY_MS * (1 - Math.sqrt((index + 1) / count));
    const isTop = index === 0 || random() < SHARE_OF_TOPS;
    yield {
      address: inventAddress(seed, index),
      joinedAt: new Date(until.getTime() - age).toISOString(),
      referrer: isTop ? null : inventAddress(seed, Math.floor(index * random() ** SKEW)),
    };
  }
}

function inventAddress(seed: number, index: number): string {
  return bs58.encode(createHash('sha256').update(`${seed}:${index}`).digest());
}
