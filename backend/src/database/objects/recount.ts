import { POINTS_PER_RECRUIT } from '../../game.js';
import type { Dialect } from '../dialect.js';
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

/** SQL of the week in which the message of a referral was issued. */
export const signedWeek = (dialect: Dialect): string => dialect.weekOf(dialect.issuedAt('message'));

/** A week is final so many minutes after its end: 5 that a message is valid, and 1 for the longest write. */
const FINAL_AFTER_MINUTES = 6;

/** SQL of the last of some actions on a subject that was done before the week of `proof` was final. */
const lastAction = (dialect: Dialect, subject: string, actions: string): string => `(
    SELECT action FROM audit_log
    WHERE subject = ${subject} AND action IN (${actions}) AND ${dialect.weekOf('acted_at', FINAL_AFTER_MINUTES)} <= proof.week
    ORDER BY number DESC LIMIT 1)`;

/** SQL of whether `proof` was withheld when its week became final, or is now if the week is not final yet. */
export const isLeftOutOfWeek = (dialect: Dialect): string =>
  `${lastAction(dialect, 'proof.referrer', "'ban', 'unban'")} IS NOT DISTINCT FROM 'ban'
    OR ${lastAction(dialect, 'proof.recruit', "'revoke', 'unrevoke'")} IS NOT DISTINCT FROM 'revoke'`;

/**
 * The rows of `week_total`. A ban or a revocation counts if it was done before the week was final: a final week stays as
 * it is.
 * @param condition SQL about `proof`
 */
const weeksByReferrals = (dialect: Dialect, condition = 'true'): string => `
  SELECT week, joined_number AS referrer_number, count(*) AS recruits
  FROM (
    SELECT recruit, referrer, week FROM referral WHERE status = 'proven'
    UNION ALL
    SELECT recruit, referrer, ${signedWeek(dialect)} FROM revoked_referral WHERE status = 'proven') AS proof
  JOIN wallet ON address = referrer
  WHERE ${condition} AND week IS NOT NULL
    AND NOT (${isLeftOutOfWeek(dialect)})
  GROUP BY week, joined_number`;

/** SQL of the rows of `week_total` as they are and as they should be. */
export const weeksCompared = (dialect: Dialect): string => `
  SELECT week, referrer_number, recruits AS kept, 0 AS there FROM week_total
  UNION ALL SELECT week, referrer_number, 0, recruits FROM (${weeksByReferrals(dialect)}) AS counted`;

/** A statement that counts the weeks of the wallet $1 again. */
export const recountWeeks = (dialect: Dialect): string => `
UPDATE week_total SET recruits = counted.recruits
FROM (
  SELECT kept.week, kept.referrer_number, coalesce(there.recruits, 0) AS recruits
  FROM wallet JOIN week_total AS kept ON kept.referrer_number = joined_number
  LEFT JOIN (${weeksByReferrals(dialect, 'referrer = $1')}) AS there
    ON there.week = kept.week AND there.referrer_number = kept.referrer_number
  WHERE address = $1) AS counted
WHERE week_total.week = counted.week AND week_total.referrer_number = counted.referrer_number
  AND week_total.recruits <> counted.recruits`;

/** The rows of `point_count` as `wallet` and `week_total` have them. */
export const POINTS_COUNTED = `
  SELECT '' AS board, points, count(*) AS wallets FROM wallet WHERE ${IS_RANKED} GROUP BY points
  UNION ALL
  SELECT week, ${POINTS_PER_RECRUIT} * recruits, count(*) FROM week_total WHERE recruits > 0 GROUP BY week, recruits`;

/** Statements that count the boards again; the points are counted last. */
export const recountBoards = (dialect: Dialect): string[] => [
  'DELETE FROM week_total',
  `INSERT INTO week_total (week, referrer_number, recruits) ${weeksByReferrals(dialect)}`,
  'DELETE FROM point_count',
  `INSERT INTO point_count (board, points, wallets) ${POINTS_COUNTED}`,
];

/** Statements that count everything that triggers count. */
export const recountAll = (dialect: Dialect): string[] => [
  recount(['direct_recruits', 'proven_recruits', 'banned_at', 'points']),
  ...recountBoards(dialect),
];
