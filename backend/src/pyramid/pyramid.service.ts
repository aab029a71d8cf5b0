import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Reader } from '../database/reader.js';
import { ClaimTerm, countedRecruits, expiredClaims, isCounted } from '../referral/claim-term.js';
import { referralStatusSchema } from '../referral/referral.schema.js';
import type { Pyramid, PyramidLevel, PyramidNode, PyramidQuery } from './pyramid.schema.js';

/** How many wallets of a pyramid are looked at. */
export interface PyramidBounds {
  /** Wallets that are counted at most. Each costs two look-ups, and other reads wait meanwhile. */
  readonly counted: number;
  /** Wallets that are named at most. */
  readonly shown: number;
}

const BOUNDS: PyramidBounds = { counted: 10_000, shown: 5_000 };

/** A wallet of a level; or the level alone, when none of its wallets is named. */
const downlineRow = z.object({
  level: z.int(),
  levelRecruits: z.int(),
  levelProven: z.int(),
  complete: z.int().min(0).max(1),
  wallet: z.string().nullable(),
  referrer: z.string().nullable(),
  status: referralStatusSchema.nullable(),
  recruits: z.int().nullable(),
});

type DownlineRow = z.infer<typeof downlineRow>;

const IS_COUNTED = isCounted('referral', '$3');

/**
 * Everyone below the wallet $1, at most $2 levels down, but for claims made up to $3, of which $4 are counted and $5 named at
 * most, in one statement, so that counts and wallets are of one moment. Its cost depends on how many are counted, not on
 * how many there are: the walk goes level by level and stops at the limit. NOT MATERIALIZED is what lets SQLite stop it; PostgreSQL stops by itself.
 */
export const DOWNLINE = `
WITH RECURSIVE asked (wallet, depth) AS (
  SELECT CAST($1 AS varchar), CAST($2 AS integer)
), ${expiredClaims('$3')}, downline (recruit, referrer, status, claimed_at, level) AS NOT MATERIALIZED (
  SELECT recruit, referrer, status, claimed_at, 1
  FROM referral WHERE referrer = (SELECT wallet FROM asked) AND ${IS_COUNTED}
  UNION ALL
  SELECT referral.recruit, referral.referrer, referral.status, referral.claimed_at, downline.level + 1
  FROM downline JOIN referral ON referral.referrer = downline.recruit
  WHERE downline.level < (SELECT depth FROM asked) AND ${IS_COUNTED}
), met AS MATERIALIZED (
  SELECT * FROM downline LIMIT $4 + 1
), counted AS MATERIALIZED (
  SELECT * FROM met LIMIT $4
), levels AS (
  SELECT level, CAST(count(*) AS integer) AS recruits,
    CAST(sum(CASE status WHEN 'proven' THEN 1 ELSE 0 END) AS integer) AS proven
  FROM counted GROUP BY level
), shown AS (
  SELECT * FROM counted ORDER BY level, claimed_at, recruit LIMIT $5
)
SELECT levels.level, levels.recruits AS "levelRecruits", levels.proven AS "levelProven",
  CASE
    WHEN (SELECT count(*) FROM met) > $4 THEN 0
    WHEN EXISTS (
      SELECT 1 FROM counted JOIN referral ON referral.referrer = counted.recruit
      WHERE counted.level = (SELECT depth FROM asked)
        AND ${IS_COUNTED}) THEN 0
    ELSE 1
  END AS "complete",
  shown.recruit AS "wallet", shown.referrer, shown.status, ${countedRecruits('wallet')} AS "recruits"
FROM levels
LEFT JOIN shown ON shown.level = levels.level
LEFT JOIN wallet ON wallet.address = shown.recruit
ORDER BY levels.level, shown.claimed_at, shown.recruit`;

@Injectable()
export class PyramidService {
  constructor(
    private readonly reader: Reader,
    private readonly term: ClaimTerm,
  ) {}

  /** Everyone below a wallet, level by level, as far as is counted. */
  async below({ wallet, depth }: PyramidQuery, bounds = BOUNDS): Promise<Pyramid> {
    const rows = await this.reader.select(downlineRow, DOWNLINE, [
      wallet,
      depth,
      this.term.expiredUntil(),
      bounds.counted,
      bounds.shown,
    ]);
    return {
      wallet,
      levels: levelsOf(rows),
      nodes: rows.flatMap(toNode),
      complete: rows.every(({ complete }) => complete === 1),
    };
  }
}

function levelsOf(rows: readonly DownlineRow[]): PyramidLevel[] {
  const levels = new Map<number, PyramidLevel>();
  for (const { level, levelRecruits: recruits, levelProven: proven, wallet } of rows) {
    const shown = (levels.get(level)?.shown ?? 0) + (wallet === null ? 0 : 1);
    levels.set(level, { level, recruits, proven, shown });
  }
  return [...levels.values()];
}

function toNode({ wallet, referrer, level, status, recruits }: DownlineRow): PyramidNode[] {
  if (wallet === null || referrer === null || status === null || recruits === null) return [];
  return [{ wallet, referrer, level, status, recruits }];
}
