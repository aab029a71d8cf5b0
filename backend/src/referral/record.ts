import { parseSignInMessageText } from '@solana/wallet-standard-util';
import type { EntityManager } from 'typeorm';
import { weekOf } from '../core/week.js';
import { POINTS_PER_RECRUIT } from '../game.js';
import { LedgerRepository } from '../points/ledger.repository.js';
import { LogEntryRepository } from '../transparency-log/log-entry.repository.js';
import { WalletRepository } from '../wallet/wallet.repository.js';
import { isAccepted, type Acceptance, type ReferralEdge } from './decision.js';
import { ReferralRepository } from './referral.repository.js';
import type { ReferralStatus } from './referral.schema.js';
import { rejection } from './rules.js';

/** A verified signature of a recruit over a referrer's link. */
export interface Proof extends ReferralEdge {
  /** The signed text. */
  readonly message: string;
  /** Base64. */
  readonly signature: string;
}

/** The outcome of a proof or a claim. */
export interface Recorded {
  /** False if it existed before. */
  readonly recorded: boolean;
  readonly status: ReferralStatus;
  /** Index of a new proof in the transparency log. */
  readonly logIndex?: number;
}

/** True if the signed message has expired, which is 5 minutes after its issue. `CLAIM_DAYS` is for claims only. */
export function hasExpired({ message }: Pick<Proof, 'message'>, now: Date): boolean {
  const { expirationTime = '' } = parseSignInMessageText(message) ?? {};
  return expirationTime <= now.toISOString();
}

/**
 * Returns the issue time of the message, and the time of the proof. The proof is never earlier than the message, even
 * if another process with a fast clock issued the message.
 */
function timesOf({ message }: Proof, now: Date): { issuedAt: string; provenAt: string } {
  const time = now.toISOString();
  const { issuedAt = time } = parseSignInMessageText(message) ?? {};
  return { issuedAt, provenAt: issuedAt > time ? issuedAt : time };
}

/**
 * Decides about a proof, and records it. The caller has checked that its message has not expired.
 * @throws DomainError if the proof is rejected; nothing is written then
 */
export async function prove(manager: EntityManager, proof: Proof, now: Date): Promise<Recorded> {
  const referrals = new ReferralRepository(manager);
  const decision = await referrals.decisionAbout(await referrals.factsForProof(proof), 'proof');
  if (decision.verdict === 'rejected') throw rejection(decision.reason);
  if (!isAccepted(decision)) return { recorded: false, status: decision.status };
  await new WalletRepository(manager).join([proof.referrer, proof.recruit], now);
  const logIndex = await recordProof(manager, proof, decision, now);
  return { recorded: true, status: 'proven', logIndex };
}

/**
 * Records an accepted proof of two known wallets, with its points. It is final, and replaces any claim. Returns its index
 * in the transparency log.
 */
export async function recordProof(
  manager: EntityManager,
  proof: Proof,
  { verdict, ends }: Acceptance,
  now: Date,
): Promise<number> {
  const { recruit, referrer, message, signature } = proof;
  const referrals = new ReferralRepository(manager);
  if (ends !== null) await referrals.endClaims([ends], 'displaced by a proof', now);
  const { issuedAt, provenAt } = timesOf(proof, now);
  const entry = { message, signature, recruit, referrer, at: provenAt };
  const logIndex = await new LogEntryRepository(manager).append({ action: 'prove', ...entry });
  const week = weekOf(new Date(issuedAt));
  const proven = { status: 'proven', provenAt, logIndex, week } as const;
  if (verdict === 'confirms') {
    const { affected } = await referrals.update({ recruit, status: 'claimed' }, proven);
    // Only a database shell can end the claim meanwhile: it does not wait for the writers' lock.
    if (affected !== 1) throw new Error(`the claim on ${recruit} has ended meanwhile`);
  } else {
    if (verdict === 'replaces') await referrals.endClaims([recruit], 'displaced by a proof', now);
    await referrals.insert({ recruit, referrer, claimedAt: provenAt, ...proven });
  }
  await new LedgerRepository(manager).add({
    wallet: referrer,
    cause: 'recruit',
    reference: recruit,
    points: POINTS_PER_RECRUIT,
    recordedAt: provenAt,
  });
  return logIndex;
}
