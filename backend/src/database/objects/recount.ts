import { POINTS_PER_RECRUIT } from '../../game.js';
import { IS_RANKED } from './indexes.js';

/** SQL of columns of `wallet` that follow from other rows: `doctor` compares and repairs them by these. */
export const DERIVED_COLUMNS = {
  direct_recruits: '(SELECT count(*) FROM referral WHERE referrer = wallet.address)',
  proven_recruits: `(SELECT count(*) FROM referral WHERE referrer = wallet.address AND status = 'proven')`,
  banned_at: `(
    SELECT CASE action WHEN 'ban' THEN acted_at END FROM audit_log
    WHERE subject = wallet.address AND action IN ('ban', 'unban') ORDER BY number DESC LIMIT 1)`,
  points: `coalesce((
    SELECT total FROM ledger_entry WHERE ledger_entry.wallet = wallet.address ORDER BY number DESC LIMIT 1), 0)`,
} as const;

type DerivedColumn = keyof typeof DERIVED_COLUMNS;

/** SQL of whether one of these columns of a wallet is not what it should be. */
export const differs = (columns: readonly DerivedColumn[]): string =>
  columns.map((column) => `${column} IS DISTINCT FROM ${DERIVED_COLUMNS[column]}`).join(' OR ');

/** A statement that sets these columns of every wallet to what they should be. */
export const recount = (columns: readonly DerivedColumn[]): string => `
UPDATE wallet SET ${columns.map((column) => `${column} = ${DERIVED_COLUMNS[column]}`).join(', ')}
WHERE ${differs(columns)}`;

/** The rows of `week_total` as the referrals have them. */
export const WEEKS_BY_REFERRALS = `
  SELECT week, joined_number AS referrer_number, count(*) AS recruits
  FROM referral JOIN wallet ON address = referrer
  WHERE status = 'proven' AND week IS NOT NULL AND banned_at IS NULL
  GROUP BY week, joined_number`;

/** The rows of `point_count` as `wallet` and `week_total` have them. */
export const POINTS_COUNTED = `
  SELECT '' AS board, points, count(*) AS wallets FROM wallet WHERE ${IS_RANKED} GROUP BY points
  UNION ALL
  SELECT week, ${POINTS_PER_RECRUIT} * recruits, count(*) FROM week_total WHERE recruits > 0 GROUP BY week, recruits`;

/** Statements that count the boards again; the points are counted last. */
export const RECOUNT_BOARDS = [
  'DELETE FROM week_total',
  `INSERT INTO week_total (week, referrer_number, recruits) ${WEEKS_BY_REFERRALS}`,
  'DELETE FROM point_count',
  `INSERT INTO point_count (board, points, wallets) ${POINTS_COUNTED}`,
];

/** Statements that count everything that triggers count. */
export const RECOUNT_ALL = [
  recount(['direct_recruits', 'proven_recruits', 'banned_at', 'points']),
  ...RECOUNT_BOARDS,
];
