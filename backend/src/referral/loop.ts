import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { select } from '../database/reader.js';

/** The longest chain of referrers that is followed. A referral under a longer one is refused, not waved through. */
export const MOST_ANCESTORS = 10_000;

const walkRow = z.object({ loop: z.int().min(0).max(1) });

/** Walks up from the referrer. A recruit who has recruited nobody cannot be met there, so the walk is spared. */
const WALK = `
WITH RECURSIVE ancestor (address, distance) AS (
  SELECT ?1, 0 WHERE EXISTS (SELECT 1 FROM referral WHERE referrer = ?2)
  UNION ALL
  SELECT referral.referrer, distance + 1
  FROM ancestor JOIN referral ON referral.recruit = ancestor.address
  WHERE distance < ${MOST_ANCESTORS} AND ancestor.address <> ?2
)
SELECT EXISTS (SELECT 1 FROM ancestor WHERE address = ?2 OR distance >= ${MOST_ANCESTORS}) AS loop`;

/** Whether `recruit` would come to stand above itself if `referrer` stood above it, at any depth. */
export async function closesLoop(
  manager: EntityManager,
  referrer: string,
  recruit: string,
): Promise<boolean> {
  const [walk] = await select(manager, walkRow, WALK, [referrer, recruit]);
  return walk?.loop !== 0;
}
