import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { select } from '../database/reader.js';
import { referralStatusSchema } from './referral.schema.js';
import { hasRecruits } from './rules.js';

/** The longest chain of referrers that is followed: a walk up it takes either database less than 50 ms. */
export const MAX_ANCESTORS = 2_000;

/** `referrer` recruited `recruit`, as somebody says or has signed. */
export interface ReferralEdge {
  readonly referrer: string;
  readonly recruit: string;
}

export const referralRow = z.object({
  recruit: z.string(),
  referrer: z.string(),
  status: referralStatusSchema,
  claimedAt: z.string(),
});

/**
 * The referrals on the way up from the referrer $1, until the recruit $2 is met. A recruit without recruits of its own
 * cannot be met, so the walk is skipped.
 */
const WAY_UP = `
WITH RECURSIVE step (recruit, referrer, status, claimed_at, distance) AS (
  SELECT recruit, referrer, status, claimed_at, 1 FROM referral WHERE recruit = $1 AND ${hasRecruits('$2')}
  UNION ALL
  SELECT referral.recruit, referral.referrer, referral.status, referral.claimed_at, distance + 1
  FROM step JOIN referral ON referral.recruit = step.referrer
  WHERE distance < ${MAX_ANCESTORS} AND step.referrer <> $2
)
SELECT recruit, referrer, status, claimed_at AS "claimedAt" FROM step ORDER BY distance`;

type ReferralRow = z.infer<typeof referralRow>;

/** A chain of referrals above a referrer that leads up to the recruit, or is too long to tell. */
interface Cycle {
  /** False when the walk ended at MAX_ANCESTORS without meeting the recruit. */
  readonly isMet: boolean;
  /** The claim to end so that no cycle is possible; undefined when every referral of the chain is proven. */
  readonly weakest: ReferralRow | undefined;
}

/**
 * Returns the chain that would make a cycle with the referral, or is too long to tell; null when there is none.
 *
 * The weakest claim is chosen so that an attacker cannot cheaply end the claim of somebody else. Where the recruit is
 * met, it is the claim nearest to the recruit: everything above it is proven to be the recruit's own pyramid. Where the
 * chain is too long, it is the claim nearest to the middle: links put on top of a claim, or hung below it, come nearer
 * to the middle than the claim itself until there are about MAX_ANCESTORS / 2 on either side.
 */
export async function findCycle(
  manager: EntityManager,
  { referrer, recruit }: ReferralEdge,
): Promise<Cycle | null> {
  const way = await select(manager, referralRow, WAY_UP, [referrer, recruit]);
  const isMet = way.at(-1)?.referrer === recruit;
  if (isMet) return { isMet, weakest: way.findLast(isClaim) };
  return way.length < MAX_ANCESTORS ? null : { isMet, weakest: claimNearestMiddle(way) };
}

const isClaim = ({ status }: ReferralRow): boolean => status === 'claimed';

function claimNearestMiddle(way: readonly ReferralRow[]): ReferralRow | undefined {
  const middle = Math.floor(way.length / 2);
  const below = way.slice(0, middle).findLast(isClaim);
  const above = way.slice(middle).find(isClaim);
  if (below === undefined || above === undefined) return below ?? above;
  return middle - way.indexOf(below) < way.indexOf(above) - middle ? below : above;
}
