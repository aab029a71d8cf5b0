import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { select } from '../database/reader.js';
import { claimsAbove } from '../database/schema/claims.js';
import { MAX_CLAIMS_IN_A_CHAIN } from '../game.js';
import type { Pair } from './referral-store.js';
import type { ReferralStatus } from './referral.schema.js';

/**
 * The longest chain of referrers that is followed: a walk up it takes either database less than 50 ms. A referral under
 * a longer one is refused, not waved through.
 */
export const MAX_ANCESTORS = 2_000;

/** Claims below a recruit that are looked at, to tell how long the longest chain of them is. */
const MAX_CLAIMS_BELOW = 5_000;

const walkRow = z.object({ loop: z.int().min(0).max(1) });
const claimRow = z.object({ recruit: z.string(), referrer: z.string(), claimedAt: z.string() });
const chainRow = z.object({ claims: z.int(), below: z.int() });

/** The referrals that a new one must not close a loop with: claims must not keep a proof out. */
const IN_THE_WAY = { claimed: `('claimed', 'proven')`, proven: `('proven')` };

/**
 * Walks up from the referrer $1, until the recruit $2 is met. A recruit who has recruited nobody cannot be met, so
 * then the walk is spared.
 */
const ancestors = (statuses: string): string => `
WITH RECURSIVE ancestor (address, distance) AS (
  SELECT address, 0 FROM wallet
  WHERE address = $1
    AND EXISTS (SELECT 1 FROM referral WHERE referrer = $2 AND status IN ${statuses})
  UNION ALL
  SELECT referral.referrer, distance + 1
  FROM ancestor
    JOIN wallet ON wallet.address = ancestor.address
    JOIN referral ON referral.recruit_number = wallet.joined_number
  WHERE distance < ${MAX_ANCESTORS} AND ancestor.address <> $2 AND referral.status IN ${statuses}
), verdict (loop) AS (
  SELECT CASE WHEN EXISTS (
    SELECT 1 FROM ancestor WHERE address = $2 OR distance >= ${MAX_ANCESTORS}
  ) THEN 1 ELSE 0 END
)`;

/**
 * The claim on the way up that was made last; none when the way does not lead to the recruit. CROSS JOIN has SQLite go
 * along the way, which is short, and not through every referral.
 */
const YOUNGEST_CLAIM = `${ancestors(IN_THE_WAY.claimed)}
SELECT recruit, referrer, claimed_at AS "claimedAt" FROM ancestor CROSS JOIN wallet CROSS JOIN referral
WHERE wallet.address = ancestor.address AND referral.recruit_number = wallet.joined_number
  AND status = 'claimed' AND ancestor.address <> $2 AND (SELECT loop FROM verdict) = 1
ORDER BY claimed_at DESC, distance DESC LIMIT 1`;

/**
 * Whether the recruit would come to stand above itself if the referrer stood above it, at any depth.
 * @param status of the referral that would bring that about
 */
export async function closesLoop(
  manager: EntityManager,
  { referrer, recruit }: Pair,
  status: ReferralStatus,
): Promise<boolean> {
  const sql = `${ancestors(IN_THE_WAY[status])} SELECT loop FROM verdict`;
  const [walk] = await select(manager, walkRow, sql, [referrer, recruit]);
  return walk?.loop !== 0;
}

/** The claim that has to go so that the referrer can stand above the recruit without a loop, if any. */
export async function findClaimInTheWay(
  manager: EntityManager,
  { referrer, recruit }: Pair,
): Promise<z.infer<typeof claimRow> | null> {
  const [claim] = await select(manager, claimRow, YOUNGEST_CLAIM, [referrer, recruit]);
  return claim ?? null;
}

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
  const [chain] = await select(manager, chainRow, CHAIN, [referrer, recruit]);
  return (
    chain === undefined || chain.claims > MAX_CLAIMS_IN_A_CHAIN || chain.below > MAX_CLAIMS_BELOW
  );
}
