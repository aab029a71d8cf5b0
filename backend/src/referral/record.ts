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

/** A recruit's signed message that names the referrer. The signature has been verified. */
export interface Proof extends ReferralEdge {
  readonly message: string;
  /** Base64. */
  readonly signature: string;
}

export interface Recorded {
  /** False if nothing has changed. */
  readonly recorded: boolean;
  readonly status: ReferralStatus;
  readonly logIndex?: number;
}

/** True at and after the expiration time in the signed message. */
export function hasExpired({ message }: Pick<Proof, 'message'>, now: Date): boolean {
  const { expirationTime = '' } = parseSignInMessageText(message) ?? {};
  return expirationTime <= now.toISOString();
}

/** A process whose clock is ahead may have issued the message; the proof must not be earlier than the message. */
function timesOf({ message }: Proof, now: Date): { issuedAt: string; provenAt: string } {
  const time = now.toISOString();
  const { issuedAt = time } = parseSignInMessageText(message) ?? {};
  return { issuedAt, provenAt: issuedAt > time ? issuedAt : time };
}

/**
 * Records a proof, unless the referral is proven already. The caller has checked that the message has not expired, and
 * that the recruit is not banned.
 * @throws HttpException if a rule rejects the proof
 */
export async function prove(manager: EntityManager, proof: Proof, now: Date): Promise<Recorded> {
  const referrals = new ReferralRepository(manager);
  const [facts] = await referrals.factsForProofs([proof]);
  if (facts === undefined) throw new Error('The database returned no facts about a referral.');
  const decision = await referrals.decisionAbout(facts, 'proof');
  if (decision.verdict === 'rejected') throw rejection(decision.reason);
  if (!isAccepted(decision)) return { recorded: false, status: decision.status };
  await new WalletRepository(manager).join([[proof.referrer, proof.recruit]], now);
  const logIndex = await recordProofs(manager, [{ proof, decision }], now);
  return { recorded: true, status: 'proven', logIndex };
}

interface AcceptedProof {
  readonly proof: Proof;
  readonly decision: Acceptance;
}

/**
 * Records accepted proofs of known wallets, with their points. No proof may depend on another one.
 * @returns the index of the first proof in the transparency log; the others follow in the given order
 */
export async function recordProofs(
  manager: EntityManager,
  accepted: readonly AcceptedProof[],
  now: Date,
): Promise<number> {
  const referrals = new ReferralRepository(manager);
  const ended = accepted.flatMap(({ proof, decision: { verdict, ends } }) => [
    ...(ends === null ? [] : [ends]),
    ...(verdict === 'replaces' ? [proof.recruit] : []),
  ]);
  await referrals.endClaims(ended, 'displaced by a proof', now);
  const proofs = accepted.map(({ proof }) => ({ ...proof, ...timesOf(proof, now) }));
  const first = await new LogEntryRepository(manager).append(
    ...proofs.map(({ message, signature, recruit, referrer, provenAt: at }) => ({
      action: 'prove' as const,
      message,
      signature,
      recruit,
      referrer,
      at,
    })),
  );
  await referrals.insertProofs(
    proofs.map(({ recruit, referrer, issuedAt, provenAt }, n) => ({
      recruit,
      referrer,
      status: 'proven',
      claimedAt: provenAt,
      provenAt,
      logIndex: first + n,
      week: weekOf(new Date(issuedAt)),
    })),
  );
  await new LedgerRepository(manager).add(
    ...proofs.map(({ recruit, referrer, provenAt }) => ({
      wallet: referrer,
      cause: 'recruit' as const,
      reference: recruit,
      points: POINTS_PER_RECRUIT,
      recordedAt: provenAt,
    })),
  );
  return first;
}
