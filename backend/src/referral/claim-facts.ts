import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { Dialect } from '../database/dialect.js';
import { dialectOf } from '../database/dialect.js';
import { select } from '../database/reader.js';
import { obstacleSchema, obstacleTo } from './obstacle.js';
import { referralStatusSchema } from './referral.schema.js';

/** Somebody says that `referrer` recruited `recruit`. */
export interface Claim {
  readonly referrer: string;
  readonly recruit: string;
}

const factsRow = z.object({
  referrer: z.string(),
  recruit: z.string(),
  existingReferrer: z.string().nullable(),
  existingStatus: referralStatusSchema.nullable(),
  obstacle: obstacleSchema.nullable(),
  hasRecruits: z.int().min(0).max(1),
});

/** A claim, and what is known that decides about it. */
export type ClaimFacts = z.infer<typeof factsRow>;

const factsSql = ({ elementsOf }: Dialect): string => `
WITH claim AS MATERIALIZED (
  SELECT key AS position, value ->> 0 AS referrer, value ->> 1 AS recruit FROM ${elementsOf('$1')}
)
SELECT claim.referrer, claim.recruit, existing.referrer AS "existingReferrer",
  existing.status AS "existingStatus", ${obstacleTo('claim.referrer', 'claim.recruit')} AS obstacle,
  CASE WHEN EXISTS (SELECT 1 FROM referral WHERE referrer = claim.recruit) THEN 1 ELSE 0 END AS "hasRecruits"
FROM claim LEFT JOIN referral AS existing ON existing.recruit = claim.recruit
ORDER BY claim.position`;

/** The claims in their order, each with what is known of it. */
export async function findClaimFacts(
  manager: EntityManager,
  claims: readonly Claim[],
): Promise<ClaimFacts[]> {
  const pairs = JSON.stringify(claims.map(({ referrer, recruit }) => [referrer, recruit]));
  return select(manager, factsRow, factsSql(dialectOf(manager)), [pairs]);
}
