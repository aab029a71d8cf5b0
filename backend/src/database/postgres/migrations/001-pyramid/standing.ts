import { MAY_TIDY_STANDING } from './locks.js';
import { rule, TEXT } from './rules.js';
import type { Table } from './table.js';
import { refuse } from './triggers.js';

/** The nodes over a place, but not those over the other place too: their count does not change. */
const nodes = (place: string, otherPlace: string, depths: string): string => `
  SELECT depth, left(${place}, 2 * depth) AS prefix FROM ${depths} AS depth
  WHERE ${place} IS NOT NULL AND left(${place}, 2 * depth) IS DISTINCT FROM left(${otherPlace}, 2 * depth)`;

/**
 * Counts a wallet where its place is.
 * @param depths SQL of a set of the depths at which it is counted
 */
export const changeStanding = (depths: string): string => `
CREATE FUNCTION change_standing(old_place varchar, new_place varchar) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO standing (depth, prefix, wallets)
  SELECT depth, prefix, -1 FROM (${nodes('old_place', 'new_place', depths)}) AS left_nodes
  UNION ALL
  SELECT depth, prefix, 1 FROM (${nodes('new_place', 'old_place', depths)}) AS entered_nodes;
END
$$`;

const TIDY_STANDING = `
CREATE FUNCTION tidy_standing() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT ${MAY_TIDY_STANDING} THEN
    RETURN;
  END IF;
  PERFORM set_config('pyramidion.deriving', 'on', true);
  WITH change AS (
    DELETE FROM standing WHERE NOT tidied RETURNING depth, prefix, wallets
  ), node AS (
    SELECT depth, prefix, sum(wallets) AS wallets FROM change GROUP BY depth, prefix HAVING sum(wallets) <> 0
  )
  INSERT INTO standing (depth, prefix, wallets, tidied)
  SELECT depth, prefix, wallets, true FROM node
  ON CONFLICT (depth, prefix) WHERE tidied DO UPDATE SET wallets = standing.wallets + excluded.wallets;
  DELETE FROM standing WHERE tidied AND wallets = 0;
  PERFORM set_config('pyramidion.deriving', 'off', true);
END
$$`;

export const STANDING: Table = {
  name: 'standing',
  comment: `The places of the wallets, counted as a tree. The rows of a node add up to the wallets whose place starts with prefix, 2 digits a depth; those of depth 0 count all. A rank is 1 + the wallets of the siblings before the place, depth by depth. Triggers on wallet only add rows, so that nobody waits for anybody; tidy_standing() makes one of many.`,
  columns: {
    wallets: 'may be below 0: who leaves a node is taken off by a row of its own',
    tidied: 'true for the one row of a node that tidy_standing() keeps',
  },
  create: `
CREATE TABLE "standing" (
  "depth" integer NOT NULL
    ${rule('depth must be a whole number from 0 to 12', 'depth BETWEEN 0 AND 12')},
  "prefix" ${TEXT} NOT NULL
    ${rule('prefix must have 2 digits a depth', 'length(prefix) = 2 * depth')},
  "wallets" integer NOT NULL,
  "tidied" boolean NOT NULL DEFAULT false
)`,
  indexes: [
    'CREATE INDEX "standing_by_node" ON standing (depth, prefix) INCLUDE (wallets)',
    'CREATE UNIQUE INDEX "standing_tidied" ON standing (depth, prefix) WHERE tidied',
    'CREATE INDEX "standing_untidied" ON standing (depth) WHERE NOT tidied',
    'CREATE INDEX "standing_empty" ON standing (depth) WHERE tidied AND wallets = 0',
  ],
  triggers: [
    changeStanding('generate_series(0, 12)'),
    TIDY_STANDING,
    ...refuse(
      'standing_follows_the_wallets',
      `INSERT OR UPDATE OR DELETE ON standing FOR EACH STATEMENT
WHEN (pg_trigger_depth() = 0 AND current_setting('pyramidion.deriving', true) IS DISTINCT FROM 'on')`,
      [['true', 'standing is counted from wallet: change that']],
    ),
  ],
};
