import { parseSignInMessageText } from '@solana/wallet-standard-util';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { DomainError } from '../core/errors.js';
import { dialectOf } from '../database/dialect.js';
import { expectOneRow } from '../database/faults.js';
import { select } from '../database/reader.js';
import { RECORD_CLAIMS } from '../database/schema/claims.js';
import { isReferralOf } from '../database/schema/referral-facts.js';
import { kindOf } from '../database/schema/table.js';
import { isBanned, joinWallets } from '../wallet/wallets.js';
import { EndedClaim, RevokedReferral } from './former-referral.entity.js';
import { findLoop, referralRow, type Pair } from './loop.js';
import { Referral } from './referral.entity.js';
import type { ReferralStatus } from './referral.schema.js';

/** A recruit's signature over a referrer's link, checked. */
export interface Proof extends Pair {
  /** The text that the recruit signed. */
  readonly message: string;
  /** Base64. */
  readonly signature: string;
}

/** A referral that stands. */
export interface Recorded {
  /** False when it was there before. */
  readonly recorded: boolean;
  readonly status: ReferralStatus;
}

const recruitRow = z.object({ recruit: z.string() });

/**
 * Records those claims that nothing speaks against, as with most, which are of newcomers: one statement leaves out
 * whatever it takes more to decide, which is null, and refuses nothing.
 */
export async function recordEvident(
  manager: EntityManager,
  claims: readonly Pair[],
  now: Date,
): Promise<(Recorded | null)[]> {
  const pairs = JSON.stringify(claims.map(({ referrer, recruit }) => [referrer, recruit]));
  const sql = RECORD_CLAIMS[kindOf(manager)];
  const rows = await select(manager, recruitRow, sql, [pairs, now.toISOString()]);
  const recorded = new Set(rows.map(({ recruit }) => recruit));
  return claims.map(({ recruit }) =>
    recorded.has(recruit) ? { recorded: true, status: 'claimed' } : null,
  );
}

/**
 * Records any claim. The rules themselves are the database's. The first claim of a recruit
 * stays until it has expired, and none may close a loop. A chain of claims that is too long to be followed is cut.
 * @throws DomainError when the claim is rejected
 */
export async function recordClaim(
  manager: EntityManager,
  claim: Pair,
  now: Date,
  expiredUntil: string,
): Promise<Recorded> {
  const { referrer, recruit } = claim;
  await lockWallets(manager, claim);
  const standing = await findReferral(manager, recruit);
  const isExpired = standing?.status === 'claimed' && standing.claimedAt <= expiredUntil;
  if (standing !== null && !isExpired) {
    if (standing.referrer === referrer) return { recorded: false, status: standing.status };
    throw new DomainError(
      'conflict',
      'The recruit already has another referrer, and the first one stays.',
    );
  }
  if (await manager.existsBy(EndedClaim, { recruit, reason: 'declined' })) {
    throw new DomainError(
      'conflict',
      'The recruit has declined to be claimed: only its own signature says who recruited it.',
    );
  }
  await rejectRuledOut(manager, claim);
  const found = await findLoop(manager, claim);
  if (found !== null) {
    if (found.isMet || found.weakest === undefined) throw loop();
    await endClaim(manager, found.weakest, 'displaced', now);
  }
  if (standing !== null) await endClaim(manager, standing, 'expired', now);
  await joinWallets(manager, [referrer, recruit], now);
  const claimedAt = now.toISOString();
  await manager.insert(Referral, { recruit, referrer, status: 'claimed', claimedAt });
  return { recorded: true, status: 'claimed' };
}

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
 * Records a proof whose wallets are locked and whose message has not expired. It replaces any claim on the recruit, and is
 * final: the first proof of a recruit wins. Only proven referrals can make a loop with it; where claims would, one of them
 * ends.
 * @throws DomainError when the proof is rejected; nothing is written then
 */
export async function prove(manager: EntityManager, proof: Proof, now: Date): Promise<Recorded> {
  const { recruit, referrer, message, signature } = proof;
  if (recruit === referrer) throw ownLink();
  const standing = await findReferral(manager, recruit);
  if (standing?.status === 'proven') {
    if (standing.referrer === referrer) return { recorded: false, status: 'proven' };
    throw new DomainError('conflict', 'The recruit has proven another referrer, which is final.');
  }
  await rejectRuledOut(manager, proof);
  const found = await findLoop(manager, proof);
  if (found !== null) {
    if (found.weakest === undefined) throw loop();
    await endClaim(manager, found.weakest, 'displaced', now);
  }
  await joinWallets(manager, [referrer, recruit], now);
  const provenAt = provenAtOf(proof, now);
  const proven = { status: 'proven', provenAt, message, signature } as const;
  if (standing?.referrer === referrer) {
    const { recruitNumber } = standing;
    expectOneRow(await manager.update(Referral, { recruitNumber, status: 'claimed' }, proven));
  } else {
    if (standing !== null) await endClaim(manager, standing, 'displaced', now);
    await manager.insert(Referral, { recruit, referrer, claimedAt: provenAt, ...proven });
  }
  return { recorded: true, status: 'proven' };
}

/** @throws DomainError when the operator has banned the referrer, or revoked a referral of the recruit */
async function rejectRuledOut(manager: EntityManager, { referrer, recruit }: Pair): Promise<void> {
  if (await manager.existsBy(RevokedReferral, { recruit })) {
    throw new DomainError(
      'conflict',
      'The referral of this recruit was revoked by the operator, so it counts for nobody.',
    );
  }
  if (await isBanned(manager, referrer)) {
    throw new DomainError(
      'rule violation',
      'The referrer is banned, and recruits nobody meanwhile.',
    );
  }
}

function loop(): DomainError {
  return new DomainError(
    'rule violation',
    'The recruit stands above the referrer, or too far up to tell: a pyramid must not loop.',
  );
}

export function ownLink(): DomainError {
  return new DomainError(
    'rule violation',
    'A wallet cannot recruit itself: referrerId and recruitId must differ.',
  );
}

/**
 * Has everybody else who decides about the referrals of these wallets wait until this transaction ends. It comes before
 * the transaction reads or writes anything about them.
 */
export async function lockWallets(
  manager: EntityManager,
  { referrer, recruit }: Pair,
): Promise<void> {
  const { lockWallets: sql } = dialectOf(manager);
  if (sql !== null) await manager.query(sql, [referrer, recruit]);
}

const standingRow = referralRow.extend({ recruitNumber: z.int() });

const STANDING = `
SELECT recruit, referrer, status, claimed_at AS "claimedAt", recruit_number AS "recruitNumber"
FROM referral WHERE ${isReferralOf('$1')}`;

/** The referral of a recruit; null when nobody has recruited it. */
export async function findReferral(
  manager: EntityManager,
  recruit: string,
): Promise<z.infer<typeof standingRow> | null> {
  const [referral] = await select(manager, standingRow, STANDING, [recruit]);
  return referral ?? null;
}

/** Takes a claim away, which is there, and writes down why. */
export async function endClaim(
  manager: EntityManager,
  { recruit, referrer, claimedAt }: Pick<EndedClaim, 'recruit' | 'referrer' | 'claimedAt'>,
  reason: EndedClaim['reason'],
  now: Date,
): Promise<void> {
  const endedAt = now.toISOString();
  await manager.insert(EndedClaim, { recruit, referrer, claimedAt, reason, endedAt });
}
