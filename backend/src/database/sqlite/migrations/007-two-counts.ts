import type { MigrationInterface, QueryRunner } from 'typeorm';
import { deriving } from './003-operator-actions/derivation.js';
import { rule, wholeNumber } from './003-operator-actions/rules.js';
import { STANDING_FOLLOWS } from './003-operator-actions/standing.js';

/** Of the three numbers in a place, 8 digits each; the last 3 of a place are counted where wallets stand. */
const LEVELS = [0, 4, 6, 8, 12, 14, 16, 21];

/** Those that one recruit more or less changes, unless it is the 256th. */
const LOW_LEVELS = LEVELS.filter((digits) => digits > 14);

const ONE_OF_THEM = `digits IN (${LEVELS.join(', ')})`;

const STANDING = `
CREATE TABLE "standing" (
  -- The places of the wallets, counted as a tree. A row says how many wallets have a place that starts with prefix; the
  -- row of 0 digits counts all. A rank is 1 + the wallets of the siblings before the place, level by level, + those
  -- before it among the last 4096 places, which are counted in wallet. Kept by triggers on wallet.
  "digits" integer NOT NULL -- of the prefix
    ${rule(`digits must be one of: ${LEVELS.join(', ')}`, `typeof(digits) = 'integer' AND ${ONE_OF_THEM}`)},
  "prefix" varchar NOT NULL
    ${rule('prefix must have as many digits', 'length(prefix) = digits')},
  "wallets" integer NOT NULL
    ${wholeNumber('wallets', '1', '4294967295')},
  PRIMARY KEY ("digits", "prefix")
) WITHOUT ROWID`;

const valuesOf = (levels: readonly number[]): string =>
  `VALUES ${levels.map((digits) => `(${digits})`).join(', ')}`;

const COUNT = `
INSERT INTO standing (digits, prefix, wallets)
SELECT column1, substr(place, 1, column1) AS prefix, count(*)
FROM wallet CROSS JOIN (${valuesOf(LEVELS)})
WHERE place IS NOT NULL GROUP BY column1, prefix`;

/** Spelled out level by level, because SQLite finds a row by its key much faster than by a list of keys. */
const leave = (otherPlace: string, levels: readonly number[]): string =>
  levels
    .map((digits) => {
      const prefixOf = (place: string): string => `substr(${place}, 1, ${digits})`;
      const node = `digits = ${digits} AND prefix = ${prefixOf('OLD.place')} AND prefix IS NOT ${prefixOf(otherPlace)}`;
      return `
  DELETE FROM standing WHERE ${node} AND wallets = 1;
  UPDATE standing SET wallets = wallets - 1 WHERE ${node};`;
    })
    .join('');

const enter = (levels: readonly number[]): string => `
  INSERT INTO standing (digits, prefix, wallets)
  SELECT column1, substr(NEW.place, 1, column1), 1 FROM (${valuesOf(levels)})
  WHERE NEW.place IS NOT NULL AND substr(NEW.place, 1, column1) IS NOT substr(OLD.place, 1, column1)
  ON CONFLICT (digits, prefix) DO UPDATE SET wallets = wallets + 1;`;

const move = (name: string, condition: string, levels: readonly number[]): string => `
CREATE TRIGGER "${name}" AFTER UPDATE OF points, direct_recruits, joined_number, banned_at ON wallet
WHEN OLD.place IS NOT NEW.place AND (${condition}) BEGIN${deriving('standing', `${leave('NEW.place', levels)}${enter(levels)}`)}
END`;

const STAYS_BELOW = 'substr(OLD.place, 1, 14) IS substr(NEW.place, 1, 14)';

const KEPT = [
  `
CREATE TRIGGER "standing_left" AFTER DELETE ON wallet WHEN OLD.place IS NOT NULL BEGIN${deriving('standing', leave('NULL', LEVELS))}
END`,
  move('standing_changed', `NOT ${STAYS_BELOW}`, LEVELS),
  move('standing_changed_below', STAYS_BELOW, LOW_LEVELS),
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
