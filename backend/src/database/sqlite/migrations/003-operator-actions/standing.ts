import { UNLESS_DERIVING, deriving } from './derivation.js';
import { refuseAll, rule, wholeNumber } from './rules.js';
import type { Table } from './table.js';

/** Every depth that there may be. */
export const DEPTHS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** The nodes over a place, but not those over the other place too: they keep their count. */
const nodes = (place: string, otherPlace: string, depths: readonly number[]): string => `
    SELECT depth, substr(place, 1, 2 * depth) AS prefix
    FROM (SELECT ${place} AS place, ${otherPlace} AS other)
    JOIN (SELECT column1 AS depth FROM (VALUES ${depths.map((depth) => `(${depth})`).join(', ')}))
    WHERE place IS NOT NULL AND substr(place, 1, 2 * depth) IS NOT substr(other, 1, 2 * depth)`;

const leave = (place: string, otherPlace: string): string => `
  DELETE FROM standing WHERE wallets = 1 AND (depth, prefix) IN (${nodes(place, otherPlace, DEPTHS)});
  UPDATE standing SET wallets = wallets - 1 WHERE (depth, prefix) IN (${nodes(place, otherPlace, DEPTHS)});`;

/** SQL that counts a wallet in at a place, but not in the nodes over its other place. */
export const enter = (place: string, otherPlace: string, depths = DEPTHS): string => `
  INSERT INTO standing (depth, prefix, wallets)
  SELECT depth, prefix, 1 FROM (${nodes(place, otherPlace, depths)}) WHERE true
  ON CONFLICT (depth, prefix) DO UPDATE SET wallets = wallets + 1;`;

/** Triggers that keep a hand off the table. */
export const STANDING_FOLLOWS = refuseAll(
  'standing_follows_the_wallets',
  ['INSERT ON standing', 'UPDATE ON standing', 'DELETE ON standing'],
  UNLESS_DERIVING,
  'standing is counted from wallet: change that',
);

export const STANDING: Table = {
  name: 'standing',
  create: `
CREATE TABLE "standing" (
  -- The places of the wallets, counted as a tree. A row says how many wallets have a place that starts with prefix, 2
  -- digits a depth; the row of depth 0 counts all. A rank is 1 + the wallets of the siblings before the place, depth by
  -- depth: at most 255 rows each, however many wallets there are. Kept by triggers on wallet.
  "depth" integer NOT NULL
    ${wholeNumber('depth', '0', '12')},
  "prefix" varchar NOT NULL
    ${rule('prefix must have 2 digits a depth', 'length(prefix) = 2 * depth')},
  "wallets" integer NOT NULL
    ${wholeNumber('wallets', '1', '4294967295')},
  PRIMARY KEY ("depth", "prefix")
) WITHOUT ROWID`,
  kept: 'depth, prefix, wallets',
  indexes: [],
  triggers: [
    ...STANDING_FOLLOWS,
    `
CREATE TRIGGER "standing_left" AFTER DELETE ON wallet WHEN OLD.place IS NOT NULL BEGIN
${deriving('standing', leave('OLD.place', 'NULL'))}
END`,
    `
CREATE TRIGGER "standing_changed" AFTER UPDATE OF points, direct_recruits, joined_number, banned_at ON wallet
WHEN OLD.place IS NOT NEW.place BEGIN
${deriving('standing', `${leave('OLD.place', 'NEW.place')}${enter('NEW.place', 'OLD.place')}`)}
END`,
  ],
};
