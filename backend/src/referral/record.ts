import { parseSignInMessageText } from '@solana/wallet-standard-util';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { dialectOf } from '../database/dialect.js';
import { expectOneRow } from '../database/database-errors.js';
import { select } from '../database/reader.js';
import { POINTS_PER_RECRUIT } from '../game.js';
import { addToLedger } from '../points/ledger.js';
import { joinWallets } from '../wallet/wallets.js';
import type { ClaimHistoryEntry } from './claim-history-entry.entity.js';
import { findCycle, type ReferralEdge } from './cycle.js';
import { Referral } from './referral.entity.js';
import type { ReferralStatus } from './referral.schema.js';
import { isBannedWallet, isRevoked, rejection } from './rules.js';

/** A recruit's signature over a referrer's link, checked. */
export interface Proof extends ReferralEdge {
  /** The text that the recruit signed. */
  readonly message: string;
  /** Base64. */
  readonly signature: string;
}

/** A referral that is there. */
export interface Recorded {
  /** False when it was there before. */
  readonly recorded: boolean;
  readonly status: ReferralStatus;
}

const verdictRow = z.object({ verdict: z.enum(['revoked', 'banned']).nullable() });

/** What the operator has ruled out about a recruit $1 and a referrer $2. */
const RULED_OUT = `
SELECT CASE WHEN ${isRevoked('$1')} THEN 'revoked' WHEN ${isBannedWallet('$2')} THEN 'banned' END AS verdict`;

const numberRow = z.object({ number: z.int() });

const NEXT_PROOF = `
SELECT 1 + coalesce(max(proof_number), 0) AS number FROM (
  SELECT max(proof_number) AS proof_number FROM referral WHERE proof_number IS NOT NULL
  UNION ALL SELECT max(proof_number) FROM revoked_referral) AS given`;

/** True if the signed message has expired, so that it proves nothing any more. */
export function hasExpired({ message }: Pick<Proof, 'message'>, now: Date): boolean {
  const { expirationTime = '' } = parseSignInMessageText(message) ?? {};
  return expirationTime <= now.toISOString();
}

/** The time of a proof: never before its message was issued, which another process with another clock may have done. */
function provenAtOf({ message }: Proof, now: Date): string {
  const { issuedAt = '' } = parseSignInMessageText(message) ?? {};
  const time = now.toISOString();
  return issuedAt > time ? issuedAt : time;
}

/**
 * Records a proof, whose message has not expired, with its points. The caller has the lock of the pyramid. A proof takes
 * the place of any claim, and is final: the first proof of a recruit wins. Only proven referrals can make a cycle with it;
 * a claim in the way ends.
 * @throws DomainError when the proof is rejected; nothing is written then
 */
export async function prove(manager: EntityManager, proof: Proof, now: Date): Promise<Recorded> {
  const { recruit, referrer, message, signature } = proof;
  if (recruit === referrer) throw rejection('own');
  const existing = await findReferral(manager, recruit);
  if (existing?.status === 'proven') {
    if (existing.referrer === referrer) return { recorded: false, status: 'proven' };
    throw rejection('final');
  }
  const [ruledOut] = await select(manager, verdictRow, RULED_OUT, [recruit, referrer]);
  if (ruledOut?.verdict) throw rejection(ruledOut.verdict);
  const cycle = await findCycle(manager, proof);
  if (cycle !== null) {
    if (cycle.weakest === undefined) throw rejection('cycle');
    await endClaims(manager, [cycle.weakest.recruit], 'displaced', now);
  }
  await joinWallets(manager, [referrer, recruit], now);
  const provenAt = provenAtOf(proof, now);
  const [next] = await select(manager, numberRow, NEXT_PROOF);
  const proven = {
    status: 'proven',
    provenAt,
    proofNumber: next?.number ?? 1,
    message,
    signature,
  } as const;
  if (existing?.referrer === referrer) {
    expectOneRow(await manager.update(Referral, { recruit, status: 'claimed' }, proven));
  } else {
    if (existing !== null) await endClaims(manager, [recruit], 'displaced', now);
    await manager.insert(Referral, { recruit, referrer, claimedAt: provenAt, ...proven });
  }
  await addToLedger(manager, {
    wallet: referrer,
    cause: 'recruit',
    reference: recruit,
    points: POINTS_PER_RECRUIT,
    recordedAt: provenAt,
  });
  return { recorded: true, status: 'proven' };
}

/** Returns the referral of a recruit; null when nobody has recruited it. */
export function findReferral(manager: EntityManager, recruit: string): Promise<Referral | null> {
  return manager.findOneBy(Referral, { recruit });
}

/** Ends the claims on these recruits, and writes down why. A proven referral stays. */
export async function endClaims(
  manager: EntityManager,
  recruits: readonly string[],
  reason: ClaimHistoryEntry['reason'],
  now: Date,
): Promise<void> {
  const elements = dialectOf(manager).elementsOf('$1');
  const keep = `
INSERT INTO claim_history (recruit, referrer, claimed_at, reason, ended_at)
SELECT recruit, referrer, claimed_at, CAST($2 AS varchar), CAST($3 AS varchar)
FROM ${elements} CROSS JOIN referral WHERE recruit = value AND status = 'claimed' ORDER BY key`;
  const remove = `
DELETE FROM referral WHERE status = 'claimed' AND recruit IN (SELECT value FROM ${elements})`;
  const json = JSON.stringify(recruits);
  await manager.query(keep, [json, reason, now.toISOString()]);
  await manager.query(remove, [json]);
}
