import type { KeyObject } from 'node:crypto';
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import bs58 from 'bs58';
import { seededRandom } from './random.js';

/** The first wallet joined this long before the last one: 28 days, in milliseconds, so that no claim has expired. */
const HISTORY_MS = 2_419_200_000;

/** Share of wallets that nobody recruited: each is the top of a pyramid of its own. */
const SHARE_OF_TOPS = 0.02;

/** The higher, the more of all recruits a few early wallets have. */
const SKEW = 2;

const SEED = 1;

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
  until: Date,
  addressOf: (index: number) => string,
): Generator<InventedWallet, void> {
  const random = seededRandom(SEED);
  const addresses: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const age = HISTORY_MS * (1 - Math.sqrt((index + 1) / count));
    const isTop = index === 0 || random() < SHARE_OF_TOPS;
    const address = addressOf(index);
    yield {
      index,
      address,
      joinedAt: new Date(until.getTime() - age).toISOString(),
      referrer: isTop ? null : (addresses[Math.floor(index * random() ** SKEW)] ?? null),
    };
    addresses.push(address);
  }
}

/** What a private key of Ed25519 starts with in DER (RFC 8410, section 7). */
const KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

const ADDRESS_BYTES = 32;

/** An address that nobody has the key of. */
export function inventAddress(index: number): string {
  return bs58.encode(hashOf(index));
}

/** An address whose key anybody can invent once more. */
export function inventSigningAddress(index: number): string {
  const publicKey = createPublicKey(inventKey(index)).export({ format: 'der', type: 'spki' });
  return bs58.encode(publicKey.subarray(-ADDRESS_BYTES));
}

/** The signature of such an address over a text, base64. */
export function signAs(index: number, text: string): string {
  return sign(null, Buffer.from(text), inventKey(index)).toString('base64');
}

function inventKey(index: number): KeyObject {
  const key = Buffer.concat([KEY_PREFIX, hashOf(index)]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

function hashOf(index: number): Buffer {
  return createHash('sha256').update(`${SEED}:${index}`).digest();
}
