import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { select } from '../database/reader.js';

/** What the operator has done that keeps a referral from being recorded. */
export type Obstacle = 'banned' | 'revoked';

const obstacleRow = z.object({ obstacle: z.enum(['banned', 'revoked']).nullable() });

const OBSTACLE = `
SELECT CASE
  WHEN EXISTS (SELECT 1 FROM revoked_referral WHERE recruit = $2) THEN 'revoked'
  WHEN EXISTS (SELECT 1 FROM wallet WHERE address = $1 AND banned_at IS NOT NULL) THEN 'banned'
END AS obstacle`;

/** Whether the referrer is banned, or the operator has revoked a referral of the recruit; null when neither. */
export async function findObstacle(
  manager: EntityManager,
  referrer: string,
  recruit: string,
): Promise<Obstacle | null> {
  const [row] = await select(manager, obstacleRow, OBSTACLE, [referrer, recruit]);
  return row?.obstacle ?? null;
}
