import { MAX_TOTAL, MAX_WALLETS } from '../../game.js';
import type { PerKind } from './table.js';

const hex = (number: string): string => `lpad(upper(to_hex(${number})), 8, '0')`;

/**
 * A column that sorts as a leaderboard does: by points, then recruits, then who came first; empty unless `isRanked`.
 * SQLite computes it when it is read, and keeps it in an index only.
 * @param points SQL of the points, or null where they follow from the recruits
 * @param number SQL of what tells who came first
 */
export function rankKey(
  isRanked: string,
  points: string | null,
  recruits: string,
  number: string,
): PerKind<string> {
  const parts = [
    points === null
      ? `'${MAX_TOTAL.toString(16).toUpperCase()}'`
      : hex(`${MAX_TOTAL} - CAST(${points} AS bigint)`),
    hex(`${MAX_WALLETS} - CAST(${recruits} AS bigint)`),
    hex(number),
  ];
  return {
    sqlite: `varchar GENERATED ALWAYS AS (
    CASE WHEN ${isRanked}
      THEN printf('%08X%08X%08X', ${MAX_TOTAL} - ${points ?? 0}, ${MAX_WALLETS} - ${recruits}, ${number}) END) VIRTUAL`,
    postgres: `varchar COLLATE "C" GENERATED ALWAYS AS (
    CASE WHEN ${isRanked} THEN
      ${parts.join(' || ')}
    END) STORED`,
  };
}
