import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { select } from '../database/reader.js';
import { referralStatusSchema } from './referral.schema.js';
import { hasRecruits } from './rules.js';

/** Maximum length of a chain that is searched, which takes less than 50 ms on either database. */
export const MAX_ANCESTORS = 2_000;

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
 * The referrals above the referrer $1, up to the recruit $2. There are none if the recruit has no recruits, since it
 * cannot be an ancestor then.
 */
const WAY_UP = `
WITH RECURSIVE step (recruit, referrer, status, claimed_at, distance) AS (
  SELECT recruit, referrer, status, claimed_at, 1 FROM referral WHERE recruit = $1 AND ${hasRecruits('$2')}
  UNION ALL
  SELECT referral.recruit, referral.referrer, referral.status, referral.claimed_at, distance + 1
  FROM step JOIN referral ON referral.recruit = step.referrer
  WHERE distance < ${MAX_ANCESTORS} AND step.referrer <> $2
)`;

const endRow = z.object({ referrer: z.string(), distance: z.int() });

const END = `${WAY_UP} SELECT referrer, distance FROM step ORDER BY distance DESC LIMIT 1`;

const ALL = `${WAY_UP}
SELECT recruit, referrer, status, claimed_at AS "claimedAt" FROM step ORDER BY distance`;

type ReferralRow = z.infer<typeof referralRow>;

/** A chain of referrals above a referrer that ends at the recruit, or is too long to search. */
interface Cycle {
  /** True if the chain ends at the recruit; false if the search stopped at MAX_ANCESTORS. */
  readonly isMet: boolean;
  /** The claim to end in order to cut the chain; undefined if all its referrals are proven. */
  readonly weakest: ReferralRow | undefined;
}

/**
 * Tells whether the chain above the referrer ends at the recruit, or is too long to search; null if neither. Reads one
 * row, however long the chain is.
 */
export async function searchCycle(
  manager: EntityManager,
  { referrer, recruit }: ReferralEdge,
): Promise<'met' | 'too long' | null> {
  const [end] = await select(manager, endRow, END, [referrer, recruit]);
  if (end === undefined) return null;
  if (end.referrer === recruit) return 'met';
  return end.distance < MAX_ANCESTORS ? null : 'too long';
}

/**
 * Returns the chain above the referrer if it would become a cycle with the referral, or is too long to search;
 * otherwise null. An attacker must not be able to end another wallet's claim cheaply by adding referrals to its chain.
 * So the weakest claim of a cycle is the one nearest to the recruit: all referrals above it are proven. The weakest
 * claim of a chain that is too long is the one nearest to its middle, which an attacker can only move with
 * MAX_ANCESTORS / 2 referrals.
 */
export async function findCycle(manager: EntityManager, edge: ReferralEdge): Promise<Cycle | null> {
  const found = await searchCycle(manager, edge);
  if (found === null) return null;
  const way = await select(manager, referralRow, ALL, [edge.referrer, edge.recruit]);
  const isMet = found === 'met';
  return { isMet, weakest: isMet ? way.findLast(isClaim) : claimNearestMiddle(way) };
}

const isClaim = ({ status }: ReferralRow): boolean => status === 'claimed';

function claimNearestMiddle(way: readonly ReferralRow[]): ReferralRow | undefined {
  const middle = Math.floor(way.length / 2);
  const below = way.slice(0, middle).findLast(isClaim);
  const above = way.slice(middle).find(isClaim);
  if (below === undefined || above === undefined) return below ?? above;
  return middle - way.indexOf(below) < way.indexOf(above) - middle ? below : above;
}
