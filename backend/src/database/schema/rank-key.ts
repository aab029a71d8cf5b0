import { MAX_TOTAL, MAX_WALLETS } from '../../game.js';
import type { PerKind } from './table.js';

/**
 * A column that sorts as a leaderboard does: by points, then recruits, then who came first; empty unless `isRanked`. SQLite
 * computes it when it is read, and keeps it in an index only.
 * @param number SQL of what tells who came first
 * @param points SQL of the points, where they do not follow from the recruits
 */
export function rankKey(
  isRanked: string,
  recruits: string,
  number: string,
  points = '0',
): PerKind<string> {
  const hex = (part: string): string => `lpad(to_hex(${part}), 8, '0')`;
  return {
    sqlite: `varchar GENERATED ALWAYS AS (
    CASE WHEN ${isRanked}
      THEN printf('%08X%08X%08X', ${MAX_TOTAL} - ${points}, ${MAX_WALLETS} - ${recruits}, ${number}) END) VIRTUAL`,
    postgres: `varchar COLLATE "C" GENERATED ALWAYS AS (
    CASE WHEN ${isRanked} THEN
      upper(${hex(`${MAX_TOTAL} - CAST(${points} AS bigint)`)} || ${hex(`${MAX_WALLETS} - CAST(${recruits} AS bigint)`)} || ${hex(number)})
    END) STORED`,
  };
}
