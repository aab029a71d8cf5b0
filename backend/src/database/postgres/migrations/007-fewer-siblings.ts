import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rule } from './001-pyramid/rules.js';
import { standingCountedAt } from './005-two-counts/standing.js';

/** Levels of 20 and 21 digits part the wallets of a class in 16 and 16, where one of 21 had 256 of a million side by side. */
const LEVELS = [0, 4, 6, 8, 12, 14, 16, 20, 21];

const LIST = LEVELS.join(', ');

const RULE = [
  'ALTER TABLE standing DROP CONSTRAINT "digits must be a whole number from 0 to 24"',
  `ALTER TABLE standing ADD ${rule(`digits must be one of: ${LIST}`, `digits IN (${LIST})`)}`,
];

/** Has a rank added up from fewer siblings, however many wallets there are. */
export class FewerSiblings1795946400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of standingCountedAt(LEVELS, RULE)) {
      await runner.query(sql.trim());
    }
  }

  down(): Promise<void> {
    return Promise.reject(
      new Error('The version before counts otherwise: restore a backup from before instead.'),
    );
  }
}
