import { parseSignInMessageText } from '@solana/wallet-standard-util';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { weekOf } from '../core/week.js';
import { dialectOf } from '../database/dialect.js';
import { expectOneRow } from '../database/database-errors.js';
import { select } from '../database/reader.js';
import { POINTS_PER_RECRUIT } from '../game.js';
import { addToLedger } from '../points/ledger.js';
import { appendToLog } from '../transparency-log/log-entries.js';
import { joinWallets } from '../wallet/wallets.js';
import type { ClaimHistoryEntry } from './claim-history-entry.entity.js';
import { findCycle, type ReferralEdge } from './cycle.js';
import { Referral } from './referral.entity.js';
import type { ReferralStatus } from './referral.schema.js';
import { isBannedWallet, isRevoked, rejection } from './rules.js';

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

const verdictRow = z.object({ verdict: z.enum(['revoked', 'banned']).nullable() });

/** Tells whether the recruit $1 is revoked or the referrer $2 banned. */
const RULED_OUT = `
SELECT CASE WHEN ${isRevoked('$1')} THEN 'revoked' WHEN ${isBannedWallet('$2')} THEN 'banned' END AS verdict`;

/** True if the signed message has expired. */
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
 * Records a proof with its points. The caller has checked that its message has not expired, and has locked the pyramid.
 * A proof replaces any claim and is final. Claims that would make a cycle with it end.
 * @throws DomainError if the proof is rejected; nothing is written then
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
    await endClaims(manager, [cycle.weakest.recruit], 'displaced by a proof', now);
  }
  await joinWallets(manager, [referrer, recruit], now);
  const { issuedAt, provenAt } = timesOf(proof, now);
  const entry = { message, signature, recruit, referrer, at: provenAt };
  const logIndex = await appendToLog(manager, { action: 'prove', ...entry });
  const week = weekOf(new Date(issuedAt));
  const proven = { status: 'proven', provenAt, logIndex, week } as const;
  if (existing?.referrer === referrer) {
    expectOneRow(await manager.update(Referral, { recruit, status: 'claimed' }, proven));
  } else {
    if (existing !== null) await endClaims(manager, [recruit], 'displaced by a proof', now);
    await manager.insert(Referral, { recruit, referrer, claimedAt: provenAt, ...proven });
  }
  await addToLedger(manager, {
    wallet: referrer,
    cause: 'recruit',
    reference: recruit,
    points: POINTS_PER_RECRUIT,
    recordedAt: provenAt,
  });
  return { recorded: true, status: 'proven', logIndex };
}

/** Returns the referral of a recruit, or null. */
export function findReferral(manager: EntityManager, recruit: string): Promise<Referral | null> {
  return manager.findOneBy(Referral, { recruit });
}

/** Moves the claims on these recruits to the history. Proven referrals stay. */
export async function endClaims(
  manager: EntityManager,
  recruits: readonly string[],
  reason: ClaimHistoryEntry['reason'],
  now: Date,
): Promise<void> {
  const elements = dialectOf(manager).elementsOf('$1');
  const keep = `
INSERT INTO claim_history_entry (recruit, referrer, claimed_at, reason, ended_at)
SELECT recruit, referrer, claimed_at, CAST($2 AS varchar), CAST($3 AS varchar)
FROM ${elements} CROSS JOIN referral WHERE recruit = value AND status = 'claimed' ORDER BY key`;
  const remove = `
DELETE FROM referral WHERE status = 'claimed' AND recruit IN (SELECT value FROM ${elements})`;
  const json = JSON.stringify(recruits);
  await manager.query(keep, [json, reason, now.toISOString()]);
  await manager.query(remove, [json]);
}
