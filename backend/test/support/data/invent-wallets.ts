import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import bs58 from 'bs58';
import {
  CHALLENGE_LIFETIME_MS,
  signInInput,
  signInText,
} from '../../../src/sign-in/sign-in-text.js';
import { seededRandom } from '../seeded-random.js';

const DAY_MS = 86_400_000;

/** Time in which the wallets join: shorter than the default CLAIM_DAYS, so that no claim has expired. */
const HISTORY_MS = 28 * DAY_MS;

/** Share of wallets without a referrer. */
const SHARE_OF_TOPS = 0.02;

/** Skew of the choice of referrers: the higher it is, the more recruits the early wallets have. */
const SKEW = 2;

/** Share of wallets that sign in, unless `origin` is null. */
const SHARE_OF_VISITORS = 0.6;

/** Maximum number of days on which a visitor checks in. */
const MAX_DAYS = 7;

const SIGNING_MS = 20_000;

const SEED_OF_PYRAMIDS = 1;
const SEED_OF_VISITS = 2;

export interface InventedProof {
  readonly message: string;
  /** In base64. */
  readonly signature: string;
  readonly issuedAt: Date;
}

export interface InventedWallet {
  readonly address: string;
  readonly joinedAt: Date;
  /** Joined earlier than this wallet. */
  readonly referrer: string | null;
  /** Null if the wallet is only claimed, or has no referrer. */
  readonly proof: InventedProof | null;
  readonly checkIns: readonly Date[];
}

/**
 * Invents wallets in the order in which they join, at a rate that grows until `until`.
 * @param origin origin of the site that the wallets sign in to; null for wallets that never sign in
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
    const days = isVisitor ? Math.ceil(MAX_DAYS * randomOfVisits() ** 3) : 0;
    const visits = Array.from({ length: days }, (_, day) => joinedAt.getTime() + day * DAY_MS);
    let proof: InventedWallet['proof'] = null;
    if (isVisitor && referrer !== null) {
      const issuedAt = new Date(joinedAt.getTime() - SIGNING_MS);
      const message = inventMessage(index, address, issuedAt, origin, referrer);
      const signature = Buffer.from(ed25519.sign(Buffer.from(message), key)).toString('base64');
      proof = { message, signature, issuedAt };
    }
    const checkIns = visits.filter((time) => time <= until.getTime()).map((time) => new Date(time));
    yield { address, joinedAt, referrer, proof, checkIns };
  }
}

function inventMessage(
  index: number,
  address: string,
  issuedAt: Date,
  origin: string,
  referrer: string,
): string {
  const expiresAt = issuedAt.getTime() + CHALLENGE_LIFETIME_MS;
  const terms = {
    nonce: bs58.encode(hashOf(`nonce ${index}`)),
    issuedAt: issuedAt.toISOString(),
    expirationTime: new Date(expiresAt).toISOString(),
  };
  return signInText(signInInput(origin, terms, referrer), address);
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
