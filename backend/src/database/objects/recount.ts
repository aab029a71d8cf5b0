import { POINTS_PER_RECRUIT } from '../../game.js';
import type { Dialect } from '../dialect.js';
import { IS_RANKED } from './indexes.js';

/** SQL of the columns of `wallet` that follow from other rows. */
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

export const differs = (columns: readonly DerivedColumn[]): string =>
  columns.map((column) => `${column} IS DISTINCT FROM ${DERIVED_COLUMNS[column]}`).join(' OR ');

export const recount = (columns: readonly DerivedColumn[]): string => `
UPDATE wallet SET ${columns.map((column) => `${column} = ${DERIVED_COLUMNS[column]}`).join(', ')}
WHERE ${differs(columns)}`;

/**
 * Minutes from the end of a week until it is final: a message is valid for 5 minutes, and writing its proof may take 1
 * more.
 */
const FINAL_AFTER_MINUTES = 6;

/** SQL: the last of the given actions on a subject before the week of `proof` became final. */
const lastAction = (dialect: Dialect, subject: string, actions: string): string => `(
    SELECT action FROM audit_log
    WHERE subject = ${subject} AND action IN (${actions}) AND ${dialect.weekOf('acted_at', FINAL_AFTER_MINUTES)} <= proof.week
    ORDER BY number DESC LIMIT 1)`;

/** SQL: true if `proof` does not count in its week. For a final week, the state when it became final decides. */
const isLeftOutOfWeek = (dialect: Dialect): string =>
  `${lastAction(dialect, 'proof.referrer', "'ban', 'unban'")} IS NOT DISTINCT FROM 'ban'
    OR ${lastAction(dialect, 'proof.recruit', "'revoke', 'unrevoke'")} IS NOT DISTINCT FROM 'revoke'`;

/**
 * Rows that `internal_week_total` should have, without those of 0 recruits.
 * @param condition SQL condition on the columns of `proof`
 */
const weeksByReferrals = (dialect: Dialect, condition = 'true'): string => `
  SELECT week, joined_number AS referrer_number, count(*) AS recruits
  FROM (
    SELECT recruit, referrer, week FROM referral WHERE status = 'proven'
    UNION ALL
    SELECT recruit, referrer, week FROM revoked_referral WHERE status = 'proven') AS proof
  JOIN wallet ON address = referrer
  WHERE ${condition} AND week IS NOT NULL
    AND NOT (${isLeftOutOfWeek(dialect)})
  GROUP BY week, joined_number`;

export const weeksCompared = (dialect: Dialect): string => `
  SELECT week, referrer_number, recruits AS actual, 0 AS expected FROM internal_week_total
  UNION ALL SELECT week, referrer_number, 0, recruits FROM (${weeksByReferrals(dialect)}) AS counted`;

/** Statement that recounts those weeks of the wallet $1 that are not final at the time $2. */
export const recountOpenWeeks = (dialect: Dialect): string => `
UPDATE internal_week_total SET recruits = counted.recruits
FROM (
  SELECT actual.week, actual.referrer_number, coalesce(expected.recruits, 0) AS recruits
  FROM wallet JOIN internal_week_total AS actual ON actual.referrer_number = joined_number
  LEFT JOIN (${weeksByReferrals(dialect, `referrer = $1 AND week >= ${dialect.weekOf('$2', FINAL_AFTER_MINUTES)}`)}) AS expected
    ON expected.week = actual.week AND expected.referrer_number = actual.referrer_number
  WHERE address = $1 AND actual.week >= ${dialect.weekOf('$2', FINAL_AFTER_MINUTES)}) AS counted
WHERE internal_week_total.week = counted.week AND internal_week_total.referrer_number = counted.referrer_number
  AND internal_week_total.recruits <> counted.recruits`;

/**
 * Statement that adds $4 recruits to the week $2 of the wallet $1 if that week is final at the time $3 and the wallet
 * is not banned. This cancels the change by a trigger when a proof is revoked or restored.
 */
export const keepFinalWeek = (dialect: Dialect): string => `
UPDATE internal_week_total SET recruits = recruits + CAST($4 AS integer)
WHERE week = $2 AND week < ${dialect.weekOf('$3', FINAL_AFTER_MINUTES)}
  AND referrer_number = (SELECT joined_number FROM wallet WHERE address = $1 AND banned_at IS NULL)`;

/** Rows that `internal_point_count` should have. */
export const POINTS_COUNTED = `
  SELECT '' AS board, points, count(*) AS wallets FROM wallet WHERE ${IS_RANKED} GROUP BY points
  UNION ALL
  SELECT week, ${POINTS_PER_RECRUIT} * recruits, count(*) FROM internal_week_total WHERE recruits > 0 GROUP BY week, recruits`;

/** Statements that recount `internal_week_total`, then `internal_point_count`, which depends on it. */
export const recountBoards = (dialect: Dialect): string[] => [
  'DELETE FROM internal_week_total',
  `INSERT INTO internal_week_total (week, referrer_number, recruits) ${weeksByReferrals(dialect)}`,
  'DELETE FROM internal_point_count',
  `INSERT INTO internal_point_count (board, points, wallets) ${POINTS_COUNTED}`,
];
