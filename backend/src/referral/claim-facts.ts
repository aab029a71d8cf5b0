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

const NOTHING_KNOWN = {
  existingReferrer: null,
  existingStatus: null,
  obstacle: null,
  hasRecruits: 0,
} as const;

/** Only what there is to know: of most claims there is nothing, and no row to read. */
const factsSql = ({ elementsOf }: Dialect): string => `
WITH claim AS MATERIALIZED (
  SELECT value ->> 0 AS referrer, value ->> 1 AS recruit FROM ${elementsOf('$1')}
)
SELECT * FROM (
  SELECT claim.referrer, claim.recruit, existing.referrer AS "existingReferrer",
    existing.status AS "existingStatus", ${obstacleTo('claim.referrer', 'claim.recruit')} AS obstacle,
    CASE WHEN known.direct_recruits > 0 THEN 1 ELSE 0 END AS "hasRecruits"
  FROM claim
    LEFT JOIN wallet AS known ON known.address = claim.recruit
    LEFT JOIN referral AS existing ON existing.recruit_number = known.joined_number
) AS facts
WHERE "existingReferrer" IS NOT NULL OR obstacle IS NOT NULL OR "hasRecruits" = 1`;

/** The claims in their order, each with what is known of it. */
export async function findClaimFacts(
  manager: EntityManager,
  claims: readonly Claim[],
): Promise<ClaimFacts[]> {
  const pairs = JSON.stringify(claims.map(({ referrer, recruit }) => [referrer, recruit]));
  const rows = await select(manager, factsRow, factsSql(dialectOf(manager)), [pairs]);
  const known = new Map(rows.map((facts) => [pairOf(facts), facts]));
  return claims.map((claim) => known.get(pairOf(claim)) ?? { ...NOTHING_KNOWN, ...claim });
}

function pairOf({ referrer, recruit }: Claim): string {
  return `${referrer} ${recruit}`;
}
