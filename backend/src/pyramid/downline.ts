import { z } from 'zod';
import { referralStatusSchema } from '../referral/referral.schema.js';

/** Wallets that are counted at most. Each costs two look-ups, and other reads wait meanwhile. */
export const MOST_COUNTED = 20_000;

/** Wallets that are named at most. */
export const MOST_SHOWN = 5_000;

/** A wallet of a level; or the level alone, when none of its wallets is named. */
export const downlineRow = z.object({
  level: z.int(),
  levelRecruits: z.int(),
  levelProven: z.int(),
  complete: z.int().min(0).max(1),
  wallet: z.string().nullable(),
  referrer: z.string().nullable(),
  status: referralStatusSchema.nullable(),
  recruits: z.int().nullable(),
});

export type DownlineRow = z.infer<typeof downlineRow>;

/**
 * Everyone below the wallet $1, at most $2 levels down, in one statement, so that counts and wallets are of one moment.
 * Its cost depends on how many are counted, not on how many there are: the walk goes level by level and stops at the
 * limit. NOT MATERIALIZED is what lets SQLite stop it; PostgreSQL stops by itself.
 */
export const DOWNLINE = `
WITH RECURSIVE asked (wallet, depth) AS (
  SELECT CAST($1 AS varchar), CAST($2 AS integer)
), downline (recruit, referrer, status, claimed_at, level) AS NOT MATERIALIZED (
  SELECT recruit, referrer, status, claimed_at, 1
  FROM referral WHERE referrer = (SELECT wallet FROM asked)
  UNION ALL
  SELECT referral.recruit, referral.referrer, referral.status, referral.claimed_at, downline.level + 1
  FROM downline JOIN referral ON referral.referrer = downline.recruit
  WHERE downline.level < (SELECT depth FROM asked)
), met AS MATERIALIZED (
  SELECT recruit, referrer, status, claimed_at, level FROM downline LIMIT ${MOST_COUNTED + 1}
), counted AS MATERIALIZED (
  SELECT recruit, referrer, status, claimed_at, level FROM met LIMIT ${MOST_COUNTED}
), levels AS (
  SELECT level, CAST(count(*) AS integer) AS recruits,
    CAST(sum(CASE status WHEN 'proven' THEN 1 ELSE 0 END) AS integer) AS proven
  FROM counted GROUP BY level
), shown AS (
  SELECT recruit, referrer, status, claimed_at, level
  FROM counted ORDER BY level, claimed_at, recruit LIMIT ${MOST_SHOWN}
)
SELECT levels.level, levels.recruits AS "levelRecruits", levels.proven AS "levelProven",
  CASE
    WHEN (SELECT count(*) FROM met) > ${MOST_COUNTED} THEN 0
    WHEN EXISTS (
      SELECT 1 FROM counted JOIN referral ON referral.referrer = counted.recruit
      WHERE counted.level = (SELECT depth FROM asked)) THEN 0
    ELSE 1
  END AS "complete",
  shown.recruit AS "wallet", shown.referrer, shown.status, wallet.direct_recruits AS "recruits"
FROM levels
LEFT JOIN shown ON shown.level = levels.level
LEFT JOIN wallet ON wallet.address = shown.recruit
ORDER BY levels.level, shown.claimed_at, shown.recruit`;
