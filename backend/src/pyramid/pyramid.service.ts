import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Reader } from '../database/reader.js';
import { ClaimTerm, countedRecruits, expiredClaims, isCounted } from '../referral/claim-term.js';
import {
  MAX_DEPTH,
  pyramidNodeSchema,
  type Pyramid,
  type PyramidLevel,
  type PyramidNode,
  type PyramidQuery,
} from './pyramid.schema.js';

/** Limits of a pyramid's size. */
export interface PyramidBounds {
  /** Maximum of counted wallets. Each takes two look-ups, which delay other reads. */
  readonly counted: number;
  /** Maximum of wallets in `nodes`. */
  readonly shown: number;
}

/** Limits of a drawn pyramid. More stones would be too small to tell apart, or take more than 150 ms to render. */
const DRAWN: PyramidBounds = { counted: 2_500, shown: 1_000 };

const BOUNDS: PyramidBounds = { counted: 10_000, shown: 5_000 };

/** Does not validate addresses, which would take 50 ms for 20,000. */
const downlineRow = pyramidNodeSchema.extend({ wallet: z.string(), referrer: z.string() });

const IS_COUNTED = isCounted('referral', '$3');

/**
 * Selects everyone below the wallet $1: at most $2 levels and $4 wallets, plus one wallet that shows that there are
 * more. Claims up to $3 have expired. With NOT MATERIALIZED, SQLite stops the walk at the limit, as PostgreSQL does.
 */
export const DOWNLINE = `
WITH RECURSIVE ${expiredClaims('$3')}, downline (recruit, referrer, status, claimed_at, level) AS NOT MATERIALIZED (
  SELECT recruit, referrer, status, claimed_at, 1
  FROM referral WHERE referrer = $1 AND ${IS_COUNTED}
  UNION ALL
  SELECT referral.recruit, referral.referrer, referral.status, referral.claimed_at, downline.level + 1
  FROM downline JOIN referral ON referral.referrer = downline.recruit
  WHERE downline.level < CAST($2 AS integer) AND ${IS_COUNTED}
), met AS MATERIALIZED (
  SELECT * FROM downline LIMIT $4 + 1
)
SELECT recruit AS wallet, referrer, level, status, ${countedRecruits('wallet')} AS recruits
FROM met JOIN wallet ON wallet.address = recruit
ORDER BY level, claimed_at, recruit`;

@Injectable()
export class PyramidService {
  constructor(
    private readonly reader: Reader,
    private readonly term: ClaimTerm,
  ) {}

  /** Returns the pyramid that the picture of a wallet shows. */
  drawn(wallet: string): Promise<Pyramid> {
    return this.below({ wallet, depth: MAX_DEPTH }, DRAWN);
  }

  /** Returns the downline of a wallet within limits. */
  async below({ wallet, depth }: PyramidQuery, { counted, shown } = BOUNDS): Promise<Pyramid> {
    const parameters = [wallet, depth, this.term.expiredUntil(), counted];
    const met = await this.reader.select(downlineRow, DOWNLINE, parameters);
    const isEnd = met.every(({ level, recruits }) => level < depth || recruits === 0);
    return {
      wallet,
      levels: levelsOf(met.slice(0, counted), shown),
      nodes: met.slice(0, Math.min(counted, shown)),
      complete: met.length <= counted && isEnd,
    };
  }
}

/** @param shown number of nodes in the answer */
function levelsOf(nodes: readonly PyramidNode[], shown: number): PyramidLevel[] {
  const levels: PyramidLevel[] = [];
  for (const [index, { level, status }] of nodes.entries()) {
    const before = levels[level - 1] ?? { recruits: 0, proven: 0, shown: 0 };
    levels[level - 1] = {
      level,
      recruits: before.recruits + 1,
      proven: before.proven + (status === 'proven' ? 1 : 0),
      shown: before.shown + (index < shown ? 1 : 0),
    };
  }
  return levels;
}
