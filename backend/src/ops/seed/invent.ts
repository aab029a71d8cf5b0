import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import bs58 from 'bs58';
import { CHALLENGE_LIFETIME_MS, signInInput, signInText } from '../../sign-in/sign-in-text.js';

const DAY_MS = 86_400_000;

/** The first wallet joined this long before the last one, so that no claim has expired. */
const HISTORY_MS = 28 * DAY_MS;

/** Share of wallets that nobody recruited: each is the top of a pyramid of its own. */
const SHARE_OF_TOPS = 0.02;

/** The higher, the more of all recruits a few early wallets have. */
const SKEW = 2;

/** The others have only been claimed. */
const SHARE_OF_VISITORS = 0.6;

/** Visitors come back on so many days at most; most of them, on few. */
const MAX_DAYS = 7;

/** From the challenge to the signature, in milliseconds. */
const SIGNING_MS = 20_000;

const SEED_OF_PYRAMIDS = 1;
const SEED_OF_VISITS = 2;

/** A wallet that nobody owns, and what it did on the site. */
export interface InventedWallet {
  readonly address: string;
  readonly joinedAt: Date;
  /** An earlier wallet, or null at the top of a pyramid. */
  readonly referrer: string | null;
  /** The text by which it proved that as it joined, and the signature, base64; null when somebody has only claimed it. */
  readonly proof: readonly [message: string, signature: string] | null;
  readonly checkIns: readonly Date[];
}

/**
 * Invents wallets in the order in which they joined, faster and faster until `until`. They recruit as people do: a few
 * have hundreds of recruits, most have none.
 * @param origin the site that they visit, by keys that anybody can invent once more; null when nobody has their keys
 */
export function* inventWallets(
  count: number,
  until: Date,
  origin: string | null,
): Generator<InventedWallet, void> {
  const random = seededRandom(SEED_OF_PYRAMIDS);
  const randomOfVisits = seededRandom(SEED_OF_VISITS);
  const addresses: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const joinedAt = new Date(until.getTime() - HISTORY_MS * (1 - Math.sqrt((index + 1) / count)));
    const isTop = index === 0 || random() < SHARE_OF_TOPS;
    const referrer = isTop ? null : (addresses[Math.floor(index * random() ** SKEW)] ?? null);
    const key = hashOf(`${SEED_OF_PYRAMIDS}:${index}`);
    const address = bs58.encode(origin === null ? key : ed25519.getPublicKey(key));
    addresses.push(address);
    const isVisitor = origin !== null && randomOfVisits() < SHARE_OF_VISITORS;
    // On the day on which it joined, and on those after it.
    const days = isVisitor ? Math.ceil(MAX_DAYS * randomOfVisits() ** 3) : 0;
    const visits = Array.from({ length: days }, (_, day) => joinedAt.getTime() + day * DAY_MS);
    let proof: InventedWallet['proof'] = null;
    if (isVisitor && referrer !== null) {
      const message = inventMessage(index, address, joinedAt, origin, referrer);
      const signature = ed25519.sign(Buffer.from(message), key);
      proof = [message, Buffer.from(signature).toString('base64')];
    }
    const checkIns = visits.filter((time) => time <= until.getTime()).map((time) => new Date(time));
    yield { address, joinedAt, referrer, proof, checkIns };
  }
}

function inventMessage(
  index: number,
  address: string,
  signedAt: Date,
  origin: string,
  referrer: string,
): string {
  const issuedAt = signedAt.getTime() - SIGNING_MS;
  const terms = {
    nonce: bs58.encode(hashOf(`nonce ${index}`)),
    issuedAt: new Date(issuedAt).toISOString(),
    expirationTime: new Date(issuedAt + CHALLENGE_LIFETIME_MS).toISOString(),
  };
  return signInText(signInInput(origin, terms, referrer), address);
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** A source of numbers that are the same for the same seed (mulberry32): at least 0, less than 1. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
