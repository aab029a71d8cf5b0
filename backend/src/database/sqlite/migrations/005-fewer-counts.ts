import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rule, wholeNumber } from './003-operator-actions/rules.js';
import { STANDING_FOLLOWS } from './003-operator-actions/standing.js';
import { replaceStandingTriggers, standingKept } from './004-quicker-standing.js';

/** Of each of the three numbers in a place, 4 digits, 6 and 8; the last 2 of a place are counted where wallets stand. */
const DEPTHS = [0, 2, 3, 4, 6, 7, 8, 10, 11];

const STANDING = `
CREATE TABLE "standing" (
  -- The places of the wallets, counted as a tree. A row says how many wallets have a place that starts with prefix, 2
  -- digits a depth; the row of depth 0 counts all. A rank is 1 + the wallets of the siblings before the place, depth by
  -- depth, + those before it among the last 256 places, which are counted in wallet. Kept by triggers on wallet.
  "depth" integer NOT NULL
    ${rule(`depth must be one of: ${DEPTHS.join(', ')}`, `typeof(depth) = 'integer' AND depth IN (${DEPTHS.join(', ')})`)},
  "prefix" varchar NOT NULL
    ${rule('prefix must have 2 digits a depth', 'length(prefix) = 2 * depth')},
  "wallets" integer NOT NULL
    ${wholeNumber('wallets', '1', '4294967295')},
  PRIMARY KEY ("depth", "prefix")
) WITHOUT ROWID`;

const COUNT = `
INSERT INTO standing (depth, prefix, wallets)
SELECT column1, substr(place, 1, 2 * column1) AS prefix, count(*)
FROM wallet CROSS JOIN (VALUES ${DEPTHS.map((depth) => `(${depth})`).join(', ')})
WHERE place IS NOT NULL GROUP BY column1, prefix`;

/** Has a change of a place counted in 3 nodes where there were 5: a claim is written in less time, and less is written. */
export class FewerCounts1795600800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of ['DROP TABLE standing', STANDING, COUNT, ...STANDING_FOLLOWS]) {
      await runner.query(sql.trim());
    }
    await replaceStandingTriggers(runner, standingKept(DEPTHS));
  }

  down(): Promise<void> {
    return Promise.reject(
      new Error('The version before counts otherwise: restore a backup from before instead.'),
    );
  }
}
