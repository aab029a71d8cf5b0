import { createHash } from 'node:crypto';
import bs58 from 'bs58';
import { dayOf } from '../../core/clock.js';
import { CHALLENGE_LIFETIME_MS } from '../../session/challenge.service.js';
import { STATEMENT, signInText } from '../../session/sign-in-text.js';
import { seededRandom } from './random.js';
import type { InventedWallet } from './wallets.js';
import { signAs } from './wallets.js';

/** Share of wallets that sign in. */
const SHARE_OF_VISITORS = 0.6;

/** Visitors come back on so many days at most; most of them, on few. */
const MAX_DAYS = 7;

/** From the challenge to the signature, in milliseconds. */
const SIGNING_MS = 20_000;

const DAY_MS = 86_400_000;

/** What a recruit signed. */
interface InventedProof {
  /** ISO 8601, UTC. */
  readonly provenAt: string;
  readonly message: string;
  /** Base64. */
  readonly signature: string;
}

/** What a wallet did on the site. */
export interface Visit {
  /** Null when it proved nothing. */
  readonly proof: InventedProof | null;
  /** Wallet, day and time of each. */
  readonly checkIns: readonly string[][];
}

/** That of a wallet that somebody has only claimed. */
export const NO_VISIT: Visit = { proof: null, checkIns: [] };

/** Invents what wallets did on a site. */
export class Visits {
  private readonly random: () => number;

  /** @param until when all of it was over */
  constructor(
    private readonly seed: number,
    private readonly until: Date,
    private readonly origin: string,
  ) {
    this.random = seededRandom(seed + 1);
  }

  /** What the next wallet did. */
  of(wallet: InventedWallet): Visit {
    if (this.random() >= SHARE_OF_VISITORS) return NO_VISIT;
    const days = Math.ceil(MAX_DAYS * this.random() ** 3);
    const { referrer } = wallet;
    return {
      proof: referrer === null ? null : this.prove(wallet, referrer),
      checkIns: this.checkIn(wallet, days),
    };
  }

  private prove({ index, address, joinedAt }: InventedWallet, referrer: string): InventedProof {
    const { seed, origin } = this;
    const issuedAt = Date.parse(joinedAt) - SIGNING_MS;
    const challenge = {
      nonce: bs58.encode(createHash('sha256').update(`nonce ${seed}:${index}`).digest()),
      issuedAt: new Date(issuedAt).toISOString(),
      expiresAt: new Date(issuedAt + CHALLENGE_LIFETIME_MS).toISOString(),
      domain: new URL(origin).host,
      uri: origin,
      statement: STATEMENT,
      version: '1',
      chainId: 'mainnet',
      referrer,
    } as const;
    const message = signInText(challenge, address);
    return { provenAt: joinedAt, message, signature: signAs(seed, index, message) };
  }

  /** On the day on which it joined, and on those after it. */
  private checkIn({ address, joinedAt }: InventedWallet, days: number): string[][] {
    return Array.from({ length: days }, (_, day) => new Date(Date.parse(joinedAt) + day * DAY_MS))
      .filter((visit) => visit <= this.until)
      .map((visit) => [address, dayOf(visit), visit.toISOString()]);
  }
}
