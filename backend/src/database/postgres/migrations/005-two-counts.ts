import type { MigrationInterface, QueryRunner } from 'typeorm';
import { MAY_TIDY_STANDING } from './001-pyramid/locks.js';
import { rule } from './001-pyramid/rules.js';
import { standingCountedAt } from './005-two-counts/standing.js';

/** The last 3 digits of a place are counted where wallets stand. */
const LEVELS = [0, 4, 6, 8, 12, 14, 16, 21];

const COMMENT =
  'The places of the wallets, counted as a tree. The rows of a node add up to the wallets whose place starts with prefix; those of 0 digits count all. A rank is 1 + the wallets of the siblings before the place, level by level, + those before it among the last 4096 places, which are counted in wallet. Triggers on wallet only add rows, so that nobody waits for anybody; tidy_standing() makes one of many.';

/** The columns: the digits of a prefix where they were counted in pairs. */
const COLUMNS = [
  'ALTER TABLE standing DROP CONSTRAINT "depth must be a whole number from 0 to 12"',
  'ALTER TABLE standing DROP CONSTRAINT "prefix must have 2 digits a depth"',
  'ALTER TABLE standing RENAME COLUMN depth TO digits',
  `ALTER TABLE standing ADD ${rule('digits must be a whole number from 0 to 24', 'digits BETWEEN 0 AND 24')}`,
  `ALTER TABLE standing ADD ${rule('prefix must have as many digits', 'length(prefix) = digits')}`,
  `COMMENT ON TABLE standing IS '${COMMENT}'`,
  "COMMENT ON COLUMN standing.digits IS 'of the prefix'",
];

const TIDY_STANDING = `
CREATE OR REPLACE FUNCTION tidy_standing() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT ${MAY_TIDY_STANDING} THEN
    RETURN;
  END IF;
  PERFORM set_config('pyramidion.deriving', 'on', true);
  WITH change AS (
    DELETE FROM standing WHERE NOT tidied RETURNING digits, prefix, wallets
  ), node AS (
    SELECT digits, prefix, sum(wallets) AS wallets FROM change GROUP BY digits, prefix HAVING sum(wallets) <> 0
  )
  INSERT INTO standing (digits, prefix, wallets, tidied)
  SELECT digits, prefix, wallets, true FROM node
  ON CONFLICT (digits, prefix) WHERE tidied DO UPDATE SET wallets = standing.wallets + excluded.wallets;
  DELETE FROM standing WHERE tidied AND wallets = 0;
  PERFORM set_config('pyramidion.deriving', 'off', true);
END
$$`;

/** Has a change of a place counted in 2 nodes where there were 3. */
export class TwoCounts1795773600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...standingCountedAt(LEVELS, COLUMNS), TIDY_STANDING]) {
      await runner.query(sql.trim());
    }
  }

  down(): Promise<void> {
    return Promise.reject(
      new Error('The version before counts otherwise: restore a backup from before instead.'),
    );
  }
}
