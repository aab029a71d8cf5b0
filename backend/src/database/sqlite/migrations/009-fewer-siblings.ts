import type { MigrationInterface, QueryRunner } from 'typeorm';
import { standingCountedAt } from './007-two-counts/standing.js';

/** Levels of 20 and 21 digits part the wallets of a class in 16 and 16, where one of 21 had 256 of a million side by side. */
const LEVELS = [0, 4, 6, 8, 12, 14, 16, 20, 21];

const COUNTED_SO = "SELECT 1 FROM sqlite_schema WHERE name = 'standing' AND sql LIKE '%, 20, %'";

const KEPT_BEFORE = [
  'standing_left',
  'standing_lost',
  'standing_changed_below',
  'standing_changed',
];

/** Has a rank added up from fewer siblings, however many wallets there are. */
export class FewerSiblings1795946400000 implements MigrationInterface {
  /** @throws Error when they are counted so already: somebody has removed the record of this migration */
  async up(runner: QueryRunner): Promise<void> {
    const counted: unknown = await runner.query(COUNTED_SO);
    if (Array.isArray(counted) && counted.length > 0) {
      throw new Error('standing has a level of 20 digits already');
    }
    for (const name of KEPT_BEFORE) await runner.query(`DROP TRIGGER "${name}"`);
    for (const sql of standingCountedAt(LEVELS)) await runner.query(sql.trim());
  }

  down(): Promise<void> {
    return Promise.reject(
      new Error('The version before counts otherwise: restore a backup from before instead.'),
    );
  }
}
