import type { MigrationInterface, QueryRunner } from 'typeorm';
import { deriving } from './003-operator-actions/derivation.js';
import { rule, wholeNumber } from './003-operator-actions/rules.js';
import { STANDING_FOLLOWS } from './003-operator-actions/standing.js';

/** Of the three numbers in a place, 8 digits each; the last 3 of a place are counted where wallets stand. */
const LEVELS = [0, 4, 6, 8, 12, 14, 16, 21];

/** Those that one recruit more or less changes, unless it is the 256th. */
const LOW_LEVELS = LEVELS.filter((digits) => digits > 14);

const LIST = LEVELS.join(', ');

const STANDING = `
CREATE TABLE "standing" (
  -- The places of the wallets, counted as a tree. A row says how many wallets have a place that starts with prefix; the
  -- row of 0 digits counts all. A rank is 1 + the wallets of the siblings before the place, level by level, + those
  -- before it among the last 4096 places, which are counted in wallet. Kept by triggers on wallet.
  "digits" integer NOT NULL -- of the prefix
    ${rule(`digits must be one of: ${LIST}`, `typeof(digits) = 'integer' AND digits IN (${LIST})`)},
  "prefix" varchar NOT NULL
    ${rule('prefix must have as many digits', 'length(prefix) = digits')},
  "wallets" integer NOT NULL
    ${wholeNumber('wallets', '1', '4294967295')},
  PRIMARY KEY ("digits", "prefix")
) WITHOUT ROWID`;

const COUNT = `
INSERT INTO standing (digits, prefix, wallets)
SELECT column1, substr(place, 1, column1) AS prefix, count(*)
FROM wallet CROSS JOIN (VALUES ${LEVELS.map((digits) => `(${digits})`).join(', ')})
WHERE place IS NOT NULL GROUP BY column1, prefix`;

/** Spelled out level by level, because SQLite finds a row by its key much faster than by a list of keys. */
const leave = (levels: readonly number[]): string =>
  levels
    .map((digits) => {
      const node = `digits = ${digits} AND prefix = substr(OLD.place, 1, ${digits})`;
      return `
  DELETE FROM standing WHERE ${node} AND wallets = 1;
  UPDATE standing SET wallets = wallets - 1 WHERE ${node};`;
    })
    .join('');

/** Row by row, because SQLite would first write several into a table of their own. */
const enter = (levels: readonly number[]): string =>
  levels
    .map(
      (digits) => `
  INSERT INTO standing (digits, prefix, wallets) VALUES (${digits}, substr(NEW.place, 1, ${digits}), 1)
  ON CONFLICT (digits, prefix) DO UPDATE SET wallets = wallets + 1;`,
    )
    .join('');

const kept = (name: string, event: string, condition: string, statements: string): string => `
CREATE TRIGGER "${name}" AFTER ${event} ON wallet WHEN ${condition} BEGIN${deriving('standing', statements)}
END`;

const CHANGE = 'UPDATE OF points, direct_recruits, joined_number, banned_at';
const START_ALIKE = 'substr(OLD.place, 1, 14) = substr(NEW.place, 1, 14)';
const CHANGED_BELOW = `${START_ALIKE} AND substr(OLD.place, 1, 16) <> substr(NEW.place, 1, 16)`;

const KEPT = [
  kept('standing_left', 'DELETE', 'OLD.place IS NOT NULL', leave(LEVELS)),
  kept('standing_lost', CHANGE, 'OLD.place IS NOT NULL AND NEW.place IS NULL', leave(LEVELS)),
  kept('standing_changed_below', CHANGE, CHANGED_BELOW, leave(LOW_LEVELS) + enter(LOW_LEVELS)),
  kept(
    'standing_changed',
    CHANGE,
    `OLD.place IS NOT NEW.place AND NEW.place IS NOT NULL AND (${CHANGED_BELOW}) IS NOT true`,
    leave(LEVELS) + enter(LEVELS),
  ),
];

/** Has a change of a place counted in 2 nodes where there were 3, and the others not even looked at. */
export class TwoCounts1795773600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const name of ['standing_left', 'standing_changed']) {
      await runner.query(`DROP TRIGGER "${name}"`);
    }
    for (const sql of ['DROP TABLE standing', STANDING, COUNT, ...STANDING_FOLLOWS, ...KEPT]) {
      await runner.query(sql.trim());
    }
  }

  down(): Promise<void> {
    return Promise.reject(
      new Error('The version before counts otherwise: restore a backup from before instead.'),
    );
  }
}
