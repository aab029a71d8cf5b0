import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { select } from '../database/reader.js';

/** What the operator has done that keeps a referral from being recorded. */
export const obstacleSchema = z.enum(['banned', 'revoked']);

export type Obstacle = z.infer<typeof obstacleSchema>;

const obstacleRow = z.object({ obstacle: obstacleSchema.nullable() });

/**
 * SQL of what keeps a referral from being recorded; null when nothing does.
 * @param referrer SQL of the referrer's address
 * @param recruit SQL of the recruit's address
 */
export function obstacleTo(referrer: string, recruit: string): string {
  return `CASE
  WHEN EXISTS (SELECT 1 FROM revoked_referral WHERE recruit = ${recruit}) THEN 'revoked'
  WHEN EXISTS (SELECT 1 FROM wallet WHERE address = ${referrer} AND banned_at IS NOT NULL) THEN 'banned'
END`;
}

/** Whether the referrer is banned, or the operator has revoked a referral of the recruit; null when neither. */
export async function findObstacle(
  manager: EntityManager,
  referrer: string,
  recruit: string,
): Promise<Obstacle | null> {
  const [row] = await select(manager, obstacleRow, `SELECT ${obstacleTo('$1', '$2')} AS obstacle`, [
    referrer,
    recruit,
  ]);
  return row?.obstacle ?? null;
}
