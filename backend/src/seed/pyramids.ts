import { seededRandom } from './random.js';

/** The first wallet joined this long before the last one: 90 days, in milliseconds. */
const HISTORY_MS = 7_776_000_000;

/** Share of wallets that nobody recruited: each is the top of a pyramid of its own. */
const SHARE_OF_TOPS = 0.02;

/** The higher, the more of all recruits a few early wallets have. */
const SKEW = 2;

/** A wallet that nobody owns. */
export interface InventedWallet {
  /** 0 came first. */
  readonly index: number;
  readonly address: string;
  /** ISO 8601, UTC. */
  readonly joinedAt: string;
  /** An earlier wallet, or null at the top of a pyramid. */
  readonly referrer: string | null;
}

/**
 * Invents wallets in the order in which they joined, faster and faster until `until`. They recruit as people do: a few
 * have hundreds of recruits, most have none.
 * @param addressOf the address of the wallet with this index
 */
export function* inventPyramids(
  count: number,
  seed: number,
  until: Date,
  addressOf: (seed: number, index: number) => string,
): Generator<InventedWallet, void> {
  const random = seededRandom(seed);
  const addresses: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const age = HISTORY_MS * (1 - Math.sqrt((index + 1) / count));
    const isTop = index === 0 || random() < SHARE_OF_TOPS;
    const address = addressOf(seed, index);
    yield {
      index,
      address,
      joinedAt: new Date(until.getTime() - age).toISOString(),
      referrer: isTop ? null : (addresses[Math.floor(index * random() ** SKEW)] ?? null),
    };
    addresses.push(address);
  }
}
