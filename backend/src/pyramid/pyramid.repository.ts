import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { EntityManager } from 'typeorm';
import { z } from 'zod';
import { COSTLY } from '../database/database.js';
import { select } from '../database/reader.js';
import { countedRecruits, expiredClaims, isCounted } from '../referral/claim-term.js';
import { pyramidLevelSchema, pyramidNodeSchema } from './pyramid.schema.js';

/** Does not validate addresses, which would take long for thousands of wallets. */
const downlineRow = pyramidNodeSchema.extend({ wallet: z.string(), referrer: z.string() });

type DownlineRow = z.infer<typeof downlineRow>;

const levelRow = pyramidLevelSchema.omit({ shown: true });

export type CountedLevel = z.infer<typeof levelRow>;

const IS_COUNTED = isCounted('referral', '$3');

/**
 * CTEs of everyone below the wallet $1, level by level: `met` has at most $2 levels and $4 wallets, plus one wallet that
 * shows that there are more. Claims up to $3 have expired. With NOT MATERIALIZED, SQLite stops the walk at the limit, as
 * PostgreSQL does.
 */
const MET = `
WITH RECURSIVE ${expiredClaims('$3')}, downline (recruit, referrer, status, claimed_at, level) AS NOT MATERIALIZED (
  SELECT recruit, referrer, status, claimed_at, 1
  FROM referral WHERE referrer = $1 AND ${IS_COUNTED}
  UNION ALL
  SELECT referral.recruit, referral.referrer, referral.status, referral.claimed_at, downline.level + 1
  FROM downline JOIN referral ON referral.referrer = downline.recruit
  WHERE downline.level < CAST($2 AS integer) AND ${IS_COUNTED}
), met AS MATERIALIZED (
  SELECT * FROM downline LIMIT $4 + 1
)`;

// With JOIN, SQLite would read all wallets, and look each up in `met`.
const DOWNLINE = `${MET}
SELECT recruit AS wallet, referrer, level, status, ${countedRecruits('wallet')} AS recruits
FROM met CROSS JOIN wallet WHERE wallet.address = recruit
ORDER BY level, claimed_at, recruit`;

/** Reads no rows of `wallet`, so it is faster than {@link DOWNLINE}. */
const LEVELS = `${MET}
SELECT level, CAST(count(*) AS integer) AS recruits,
  CAST(sum(CASE WHEN status = 'proven' THEN 1 ELSE 0 END) AS integer) AS proven
FROM met GROUP BY level ORDER BY level`;

@Injectable()
export class PyramidRepository {
  constructor(@InjectEntityManager(COSTLY) private readonly manager: EntityManager) {}

  /** Returns the first `limit` wallets below a wallet, level by level, and one more if there are more. */
  downline(
    wallet: string,
    depth: number,
    expiredUntil: string,
    limit: number,
  ): Promise<DownlineRow[]> {
    return select(this.manager, downlineRow, DOWNLINE, [wallet, depth, expiredUntil, limit]);
  }

  /** Counts the wallets below a wallet by level, up to one more than `limit`. */
  levels(
    wallet: string,
    depth: number,
    expiredUntil: string,
    limit: number,
  ): Promise<CountedLevel[]> {
    return select(this.manager, levelRow, LEVELS, [wallet, depth, expiredUntil, limit]);
  }
}
