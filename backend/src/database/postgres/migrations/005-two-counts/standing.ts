/** Digits of the prefixes that wallets are counted by: of the three numbers in a place, 8 digits each. */
type Levels = readonly number[];

const list = (levels: Levels): string => `unnest(ARRAY[${levels.join(', ')}])`;

const countAt = (levels: Levels): string => `
INSERT INTO standing (digits, prefix, wallets, tidied)
SELECT digits, left(place, digits), count(*), true
FROM wallet CROSS JOIN ${list(levels)} AS digits WHERE place IS NOT NULL GROUP BY 1, 2`;

/** The nodes over a place, but not those over the other place too: their count does not change. */
const nodes = (levels: Levels, place: string, otherPlace: string): string => `
  SELECT digits, left(${place}, digits) AS prefix FROM ${list(levels)} AS digits
  WHERE ${place} IS NOT NULL AND left(${place}, digits) IS DISTINCT FROM left(${otherPlace}, digits)`;

/** The function that the triggers on wallet call. */
const changeStandingAt = (levels: Levels): string => `
CREATE OR REPLACE FUNCTION change_standing(old_place varchar, new_place varchar) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO standing (digits, prefix, wallets)
  SELECT digits, prefix, -1 FROM (${nodes(levels, 'old_place', 'new_place')}) AS left_nodes
  UNION ALL
  SELECT digits, prefix, 1 FROM (${nodes(levels, 'new_place', 'old_place')}) AS entered_nodes;
END
$$`;

/** SQL that changes the table while it is empty, counts in it where all wallets stand, and has the triggers keep that. */
export const standingCountedAt = (levels: Levels, changes: readonly string[]): string[] => [
  "SELECT set_config('pyramidion.deriving', 'on', true)",
  'LOCK TABLE wallet IN SHARE ROW EXCLUSIVE MODE',
  'LOCK TABLE standing IN ACCESS EXCLUSIVE MODE',
  'DELETE FROM standing',
  ...changes,
  countAt(levels),
  changeStandingAt(levels),
  "SELECT set_config('pyramidion.deriving', 'off', true)",
];
