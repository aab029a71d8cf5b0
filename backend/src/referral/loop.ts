import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { select } from '../database/reader.js';
import { claimsAbove } from '../database/schema/claims.js';
import { isReferralOf } from '../database/schema/referral-facts.js';
import { MAX_CLAIMS_IN_A_CHAIN } from '../game.js';
import { referralStatusSchema } from './referral.schema.js';

/**
 * The longest chain of referrers that is followed: a walk up it takes either database less than 50 ms. A referral under
 * a longer one is refused, not waved through.
 */
export const MAX_ANCESTORS = 2_000;

/** Claims below a recruit that are looked at, to tell how long the longest chain of them is. */
const MAX_CLAIMS_BELOW = 5_000;

/** Somebody says, or has signed, that `referrer` recruited `recruit`. */
export interface Pair {
  readonly referrer: string;
  readonly recruit: string;
}

/** What a referral is recognized by. */
export const referralRow = z.object({
  recruit: z.string(),
  referrer: z.string(),
  status: referralStatusSchema,
  claimedAt: z.string(),
});

/**
 * The referrals on the way up from the referrer $1, until the recruit $2 is met; the youngest claim comes last. A recruit
 * who has recruited nobody cannot be met, so then the walk is spared.
 */
const WAY_UP = `
WITH RECURSIVE step (recruit, referrer, status, claimed_at, distance) AS (
  SELECT recruit, referrer, status, claimed_at, 1 FROM referral
  WHERE ${isReferralOf('$1')} AND EXISTS (SELECT 1 FROM referral WHERE referrer = $2)
  UNION ALL
  SELECT referral.recruit, referral.referrer, referral.status, referral.claimed_at, distance + 1
  FROM step
    JOIN wallet ON wallet.address = step.referrer
    JOIN referral ON referral.recruit_number = wallet.joined_number
  WHERE distance < ${MAX_ANCESTORS} AND step.referrer <> $2
)
SELECT recruit, referrer, status, claimed_at AS "claimedAt" FROM step ORDER BY claimed_at, distance`;

/** The referrals between a recruit and a referrer that it stands above, at any depth, or too far up to tell. */
interface Loop {
  /** The youngest claim among them, without which there is no loop; undefined when all are proven. */
  readonly youngestClaim: z.infer<typeof referralRow> | undefined;
}

/** What would make a loop of the referral; null when nothing does. */
export async function findLoop(
  manager: EntityManager,
  { referrer, recruit }: Pair,
): Promise<Loop | null> {
  const way = await select(manager, referralRow, WAY_UP, [referrer, recruit]);
  const isLoop = way.length >= MAX_ANCESTORS || way.some((step) => step.referrer === recruit);
  return isLoop ? { youngestClaim: way.findLast(({ status }) => status === 'claimed') } : null;
}

const chainRow = z.object({ claims: z.int(), below: z.int() });

/**
 * How many claims would stand one below the other, with no proof between them, if the recruit $2 were claimed by the
 * referrer $1; and how many claims below it were looked at. NOT MATERIALIZED has SQLite stop at the limit.
 */
const CHAIN = `
WITH RECURSIVE below (address, claims) AS NOT MATERIALIZED (
  SELECT recruit, 1 FROM referral WHERE referrer = $2 AND status = 'claimed'
  UNION ALL
  SELECT referral.recruit, claims + 1
  FROM below JOIN referral ON referral.referrer = below.address
  WHERE claims < ${MAX_CLAIMS_IN_A_CHAIN} AND referral.status = 'claimed'
), met AS MATERIALIZED (
  SELECT claims FROM below LIMIT ${MAX_CLAIMS_BELOW + 1}
)
SELECT ${claimsAbove('$1')} + 1 + coalesce(max(claims), 0) AS claims, count(*) AS below FROM met`;

/** Whether a claim would make too long a chain of claims, or so many stand below its recruit that it cannot be told. */
export async function isChainTooLong(
  manager: EntityManager,
  { referrer, recruit }: Pair,
): Promise<boolean> {
  const chains = await select(manager, chainRow, CHAIN, [referrer, recruit]);
  return chains.some(
    ({ claims, below }) => claims > MAX_CLAIMS_IN_A_CHAIN || below > MAX_CLAIMS_BELOW,
  );
}
