import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { Clock } from '../core/clock.js';
import { dialectOf } from '../database/dialect.js';
import { select } from '../database/reader.js';
import type { BatchJob } from '../database/writer.js';
import { joinWallets } from '../wallet/wallets.js';
import type { ClaimTerm } from './claim-term.js';
import { closesLoop, isChainTooLong } from './loop.js';
import { Referral } from './referral.entity.js';
import type { Obstacle, Pair } from './referral-store.js';
import {
  endClaim,
  findObstacle,
  findReferral,
  hasDeclined,
  lockWallets,
} from './referral-store.js';

/** What became of a claim. Only a recorded one has changed anything. */
export type ClaimOutcome =
  | 'recorded'
  | 'already claimed'
  | 'already proven'
  | 'another referrer'
  | 'declined'
  | 'loop'
  | 'too long a chain'
  | Obstacle;

const recordedRow = z.object({ recruit: z.string() });

/**
 * Records claims. Most are of newcomers, and nothing speaks against them: the database records those of a batch by one
 * statement, which leaves out whatever it takes more to decide, and refuses nothing. What it leaves out is decided here,
 * one claim after the other, and refused by the name of what is in its way. The rules themselves are the database's:
 * whatever is decided here, its triggers let nothing pass that breaks one.
 */
export function claimJob(clock: Clock, term: ClaimTerm): BatchJob<Pair, ClaimOutcome> {
  return {
    runEvident: (manager, claims) => recordEvident(manager, claims, clock.now()),
    run: (manager, claim) => recordClaim(manager, claim, clock.now(), term.expiredUntil()),
  };
}

async function recordEvident(
  manager: EntityManager,
  claims: readonly Pair[],
  now: Date,
): Promise<('recorded' | null)[]> {
  const pairs = JSON.stringify(claims.map(({ referrer, recruit }) => [referrer, recruit]));
  const { recordClaims } = dialectOf(manager);
  const rows = await select(manager, recordedRow, recordClaims, [pairs, now.toISOString()]);
  const recorded = new Set(rows.map(({ recruit }) => recruit));
  return claims.map(({ recruit }) => (recorded.has(recruit) ? 'recorded' : null));
}

/** The first claim of a recruit stays until it has expired, and none may close a loop. */
async function recordClaim(
  manager: EntityManager,
  claim: Pair,
  now: Date,
  expiredUntil: string,
): Promise<ClaimOutcome> {
  const { referrer, recruit } = claim;
  await lockWallets(manager, claim);
  const standing = await findReferral(manager, recruit);
  const expired = standing?.status === 'claimed' && standing.claimedAt <= expiredUntil;
  if (standing !== null && !expired) {
    if (standing.referrer !== referrer) return 'another referrer';
    return standing.status === 'proven' ? 'already proven' : 'already claimed';
  }
  if (await hasDeclined(manager, recruit)) return 'declined';
  const obstacle = await findObstacle(manager, claim);
  if (obstacle !== null) return obstacle;
  if (standing !== null) await endClaim(manager, { ...standing, recruit }, 'expired', now);
  if (await closesLoop(manager, claim, 'claimed')) return 'loop';
  if (await isChainTooLong(manager, claim)) return 'too long a chain';
  await joinWallets(manager, [referrer, recruit], now);
  const claimedAt = now.toISOString();
  await manager.insert(Referral, { recruit, referrer, status: 'claimed', claimedAt });
  return 'recorded';
}
