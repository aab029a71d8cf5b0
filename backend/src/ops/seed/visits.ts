import { createHash } from 'node:crypto';
import bs58 from 'bs58';
import { dayOf } from '../../core/clock.js';
import { CHALLENGE_LIFETIME_MS, signInInput, signInText } from '../../sign-in/sign-in-text.js';
import type { InventedWallet } from './wallets.js';
import { signAs } from './wallets.js';

const SHARE_OF_VISITORS = 0.6;

/** Visitors come back on so many days at most; most of them, on few. */
const MAX_DAYS = 7;

/** From the challenge to the signature, in milliseconds. */
const SIGNING_MS = 20_000;

const DAY_MS = 86_400_000;

/** What a wallet did on the site. */
export interface Visit {
  /** When it proved who recruited it (ISO 8601, UTC), the text, and the signature, base64; null when it proved nothing. */
  readonly proof: readonly [provenAt: string, message: string, signature: string] | null;
  /** Wallet, day and time of each. */
  readonly checkIns: readonly string[][];
}

/** That of a wallet that somebody has only claimed. */
export const NO_VISIT: Visit = { proof: null, checkIns: [] };

/**
 * Invents what a wallet did on the site at `origin`.
 * @param random a source of numbers from 0 to 1
 * @param until when all of it was over
 */
export function inventVisit(
  random: () => number,
  wallet: InventedWallet,
  until: Date,
  origin: string,
): Visit {
  if (random() >= SHARE_OF_VISITORS) return NO_VISIT;
  const { address, referrer } = wallet;
  const joinedAt = Date.parse(wallet.joinedAt);
  const days = Math.ceil(MAX_DAYS * random() ** 3);
  return {
    proof: referrer === null ? null : inventProof(wallet, referrer, origin),
    // On the day on which it joined, and on those after it.
    checkIns: Array.from({ length: days }, (_, day) => new Date(joinedAt + day * DAY_MS))
      .filter((visit) => visit <= until)
      .map((visit) => [address, dayOf(visit), visit.toISOString()]),
  };
}

function inventProof(
  { index, address, joinedAt }: InventedWallet,
  referrer: string,
  origin: string,
): Visit['proof'] {
  const issuedAt = Date.parse(joinedAt) - SIGNING_MS;
  const times = {
    nonce: bs58.encode(createHash('sha256').update(`nonce ${index}`).digest()),
    issuedAt: new Date(issuedAt).toISOString(),
    expirationTime: new Date(issuedAt + CHALLENGE_LIFETIME_MS).toISOString(),
  };
  const message = signInText(signInInput(origin, times, referrer), address);
  return [joinedAt, message, signAs(index, message)];
}
