import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import bs58 from 'bs58';
import { CHALLENGE_LIFETIME_MS, signInInput, signInText } from '../../sign-in/sign-in-text.js';
import { seededRandom } from './random.js';

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
  /** One a day. */
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
    const seed = hashOf(`${SEED_OF_PYRAMIDS}:${index}`);
    const key = origin === null ? null : keyOf(seed);
    const address = bs58.encode(key === null ? seed : publicKeyOf(key));
    addresses.push(address);
    const isVisitor = key !== null && randomOfVisits() < SHARE_OF_VISITORS;
    // On the day on which it joined, and on those after it.
    const days = isVisitor ? Math.ceil(MAX_DAYS * randomOfVisits() ** 3) : 0;
    const visits = Array.from({ length: days }, (_, day) => joinedAt.getTime() + day * DAY_MS);
    let proof: InventedWallet['proof'] = null;
    if (isVisitor && origin !== null && referrer !== null) {
      const message = inventMessage(index, address, joinedAt, origin, referrer);
      proof = [message, sign(null, Buffer.from(message), key).toString('base64')];
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

/** What a private key of Ed25519 starts with in DER (RFC 8410, section 7). */
const KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

const ADDRESS_BYTES = 32;

function keyOf(seed: Buffer): KeyObject {
  const key = Buffer.concat([KEY_PREFIX, seed]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

function publicKeyOf(key: KeyObject): Buffer {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-ADDRESS_BYTES);
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
