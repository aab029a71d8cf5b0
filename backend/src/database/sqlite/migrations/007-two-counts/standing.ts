import { deriving } from '../003-operator-actions/derivation.js';
import { rule, wholeNumber } from '../003-operator-actions/rules.js';
import { STANDING_FOLLOWS } from '../003-operator-actions/standing.js';

/** Digits of the prefixes that wallets are counted by: of the three numbers in a place, 8 digits each. */
type Levels = readonly number[];

const tableOf = (levels: Levels): string => `
CREATE TABLE "standing" (
  -- The places of the wallets, counted as a tree. A row says how many wallets have a place that starts with prefix; the
  -- row of 0 digits counts all. A rank is 1 + the wallets of the siblings before the place, level by level, + those
  -- before it among the last 4096 places, which are counted in wallet. Kept by triggers on wallet.
  "digits" integer NOT NULL -- of the prefix
    ${rule(`digits must be one of: ${levels.join(', ')}`, `typeof(digits) = 'integer' AND digits IN (${levels.join(', ')})`)},
  "prefix" varchar NOT NULL
    ${rule('prefix must have as many digits', 'length(prefix) = digits')},
  "wallets" integer NOT NULL
    ${wholeNumber('wallets', '1', '4294967295')},
  PRIMARY KEY ("digits", "prefix")
) WITHOUT ROWID`;

const count = (levels: Levels): string => `
INSERT INTO standing (digits, prefix, wallets)
SELECT column1, substr(place, 1, column1) AS prefix, count(*)
FROM wallet CROSS JOIN (VALUES ${levels.map((digits) => `(${digits})`).join(', ')})
WHERE place IS NOT NULL GROUP BY column1, prefix`;

/** Spelled out level by level, because SQLite finds a row by its key much faster than by a list of keys. */
const leave = (levels: Levels): string =>
  levels
    .map((digits) => {
      const node = `digits = ${digits} AND prefix = substr(OLD.place, 1, ${digits})`;
      return `
  DELETE FROM standing WHERE ${node} AND wallets = 1;
  UPDATE standing SET wallets = wallets - 1 WHERE ${node};`;
    })
    .join('');

/** Row by row, because SQLite would first write several into a table of their own. */
const enter = (levels: Levels): string =>
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

/** One recruit more or less changes the levels of more than 14 digits only, unless it is the 256th. */
const keep = (levels: Levels): string[] => {
  const low = levels.filter((digits) => digits > 14);
  return [
    kept('standing_left', 'DELETE', 'OLD.place IS NOT NULL', leave(levels)),
    kept('standing_lost', CHANGE, 'OLD.place IS NOT NULL AND NEW.place IS NULL', leave(levels)),
    kept('standing_changed_below', CHANGE, CHANGED_BELOW, leave(low) + enter(low)),
    kept(
      'standing_changed',
      CHANGE,
      `OLD.place IS NOT NEW.place AND NEW.place IS NOT NULL AND (${CHANGED_BELOW}) IS NOT true`,
      leave(levels) + enter(levels),
    ),
  ];
};

/** SQL that makes the table anew, counts in it where all wallets stand, and has triggers keep it. */
export const standingCountedAt = (levels: Levels): string[] => [
  'DROP TABLE standing',
  tableOf(levels),
  count(levels),
  ...STANDING_FOLLOWS,
  ...keep(levels),
];
