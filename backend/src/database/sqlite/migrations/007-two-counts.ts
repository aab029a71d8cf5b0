import type { MigrationInterface, QueryRunner } from 'typeorm';
import { standingCountedAt } from './007-two-counts/standing.js';

/** The last 3 digits of a place are counted where wallets stand. */
const LEVELS = [0, 4, 6, 8, 12, 14, 16, 21];

/** Has a change of a place counted in 2 nodes where there were 3, and the others not even looked at. */
export class TwoCounts1795773600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const name of ['standing_left', 'standing_changed']) {
      await runner.query(`DROP TRIGGER "${name}"`);
    }
    for (const sql of standingCountedAt(LEVELS)) await runner.query(sql.trim());
  }

  down(): Promise<void> {
    return Promise.reject(
      new Error('The version before counts otherwise: restore a backup from before instead.'),
    );
  }
}
