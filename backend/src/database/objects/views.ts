import { POINTS_PER_RECRUIT } from '../../game.js';
import type { Dialect } from '../dialect.js';
import { IS_RANKED } from './indexes.js';

const WHAT_FOR = `CASE ledger_entry.cause
    WHEN 'recruit' THEN 'recruited ' || ledger_entry.reference
    WHEN 'check-in' THEN 'checked in on ' || ledger_entry.reference
    WHEN 'ban' THEN CASE action WHEN 'ban' THEN 'banned: ' || why ELSE 'still banned' END
    WHEN 'unban' THEN 'no longer banned: ' || why
    ELSE 'took back entry ' || ledger_entry.reference || CASE taken_back.cause
      WHEN 'recruit' THEN ': recruited ' || taken_back.reference
      WHEN 'check-in' THEN ': checked in on ' || taken_back.reference
      ELSE ', which took back entry ' || taken_back.reference END
  END`;

// Uses OR: PostgreSQL would print a view with IN differently after a dump and a restore.
const numberIn = (...causes: string[]): string =>
  `CASE WHEN ${causes.map((cause) => `ledger_entry.cause = '${cause}'`).join(' OR ')} THEN CAST(ledger_entry.reference AS bigint) END`;

/** SQL: true if the referral was claimed. A proof without a claim has equal times. */
const WAS_CLAIMED = 'claimed_at IS DISTINCT FROM proven_at';

const ledger = (recordedAt: string): string => `
SELECT ledger_entry.number, ${recordedAt} AS recorded_at, ledger_entry.wallet, ledger_entry.points, ledger_entry.total,
  ${WHAT_FOR} AS what_for
FROM ledger_entry
LEFT JOIN ledger_entry AS taken_back ON taken_back.number = ${numberIn('reversal')}
LEFT JOIN audit_log ON audit_log.number = ${numberIn('ban', 'unban')}`;

const EVENTS = `
  SELECT address AS wallet, joined_at AS at, 1 AS step, 'joined as number ' || joined_number AS event FROM wallet
  UNION ALL
  SELECT address, claimed_at, 2, 'was claimed as a recruit of ' || referrer
  FROM wallet JOIN referral ON recruit = address WHERE ${WAS_CLAIMED}
  UNION ALL
  SELECT address, proven_at, 3, 'proved to be a recruit of ' || referrer
  FROM wallet JOIN referral ON recruit = address WHERE status = 'proven'
  UNION ALL
  SELECT referrer, claimed_at, 2, 'recruit claimed: ' || recruit FROM referral WHERE ${WAS_CLAIMED}
  UNION ALL
  SELECT referrer, proven_at, 3, 'recruit proven: ' || recruit FROM referral WHERE status = 'proven'
  UNION ALL
  SELECT recruit, claimed_at, 2, 'was claimed as a recruit of ' || referrer FROM claim_history_entry
  UNION ALL
  SELECT recruit, ended_at, 3, 'claim by ' || referrer || ' ended: ' || reason FROM claim_history_entry
  UNION ALL
  SELECT referrer, ended_at, 3, 'claim of ' || recruit || ' ended: ' || reason FROM claim_history_entry
  UNION ALL
  SELECT recruit, coalesce(proven_at, claimed_at), 3, 'was a recruit of ' || referrer || ', revoked since'
  FROM revoked_referral
  UNION ALL
  SELECT referrer, coalesce(proven_at, claimed_at), 3, 'had a recruit, revoked since: ' || recruit
  FROM revoked_referral
  UNION ALL
  SELECT wallet, checked_in_at, 4, 'checked in for ' || day FROM check_in
  UNION ALL
  SELECT subject, acted_at, 5, 'operator: ' || action || ' (' || why || ')' FROM audit_log
  WHERE subject IS NOT NULL
  UNION ALL
  SELECT wallet, recorded_at, 5 + number,
    'points ' || CASE WHEN points < 0 THEN '' ELSE '+' END || points || ', ' || total || ' in all: ' || what_for
  FROM (${ledger('ledger_entry.recorded_at')}) AS entry`;

const MIN_CROWD = 20;

const MIN_CHAIN = 10;

const HOUR = (time: string): string => `substr(${time}, 1, 13)`;

/** CROSS JOIN makes SQLite start from the few referrers with a crowd, so that it does not read all referrals. */
const CROWDS = `
  SELECT referrer, recruit, proven_at
  FROM wallet CROSS JOIN referral
  WHERE wallet.proven_recruits >= ${MIN_CROWD} AND referrer = wallet.address AND status = 'proven'`;

/** A recruit proven on or after the last day with check-ins is left out, since it cannot have come back. */
const RETURNS = `
  SELECT referrer, proven_at, (
      SELECT count(*) FROM check_in WHERE wallet = recruit AND day > substr(proven_at, 1, 10)) AS days
  FROM crowd
  WHERE substr(proven_at, 1, 10) < (SELECT max(day) FROM check_in)`;

/** Chains of wallets. Each wallet but the last has exactly one recruit, which is proven. */
const LINES = `
  WITH RECURSIVE lone AS MATERIALIZED (
    SELECT wallet.address AS top, recruit, proven_at
    FROM wallet CROSS JOIN referral
    WHERE wallet.direct_recruits = 1 AND wallet.proven_recruits = 1 AND referrer = wallet.address
  ),
  line (top, bottom, proven_at, links) AS (
    SELECT top, recruit, proven_at, 1 FROM lone
    WHERE NOT EXISTS (SELECT 1 FROM lone AS above WHERE above.recruit = lone.top)
    UNION ALL
    SELECT line.top, lone.recruit, lone.proven_at, links + 1 FROM line JOIN lone ON lone.top = line.bottom)
  SELECT * FROM line`;

/** Number of days for which sign-ins are counted: a session expires after 7 days and may then be deleted. */
const SIGN_IN_DAYS = 7;

/** Views for SQL shells and for commands such as `ops status` (docs/database.md). */
export const viewsOf = ({ shownTime, shownDay, daysAgo }: Dialect) => ({
  wallets: `
SELECT joined_number, address AS wallet, ${shownTime('joined_at')} AS joined_at, referrer, status,
  direct_recruits AS recruits, proven_recruits, points, ${shownTime('banned_at')} AS banned_at
FROM wallet LEFT JOIN referral ON recruit = address ORDER BY joined_number`,
  leaderboard: `
SELECT rank() OVER (ORDER BY points DESC) AS rank,
  address AS wallet, direct_recruits AS recruits, proven_recruits, points,
  ${POINTS_PER_RECRUIT} * (direct_recruits - proven_recruits) AS pending_points,
  ${shownTime('joined_at')} AS joined_at
FROM wallet WHERE ${IS_RANKED} ORDER BY points DESC, direct_recruits DESC, joined_number`,
  recruits: `
SELECT referrer, recruit, status, ${shownTime('claimed_at')} AS claimed_at, ${shownTime('proven_at')} AS proven_at
FROM referral ORDER BY referrer, referral.claimed_at`,
  claim_history: `
SELECT recruit, referrer, ${shownTime('claimed_at')} AS claimed_at, ${shownTime('ended_at')} AS ended_at, reason
FROM claim_history_entry ORDER BY number`,
  revoked_recruits: `
SELECT recruit, referrer, status, ${shownTime('proven_at')} AS proven_at, ${shownTime('revoked_at')} AS revoked_at, why
FROM revoked_referral JOIN audit_log ON number = action_number ORDER BY number`,
  daily_activity: `
SELECT ${shownDay('day')} AS day, sum(joined) AS joined,
  CASE WHEN day >= ${daysAgo(SIGN_IN_DAYS - 1)} THEN sum(sign_ins) END AS sign_ins,
  sum(claims) AS claims, sum(proofs) AS proofs, sum(check_ins) AS check_ins
FROM (
  SELECT substr(joined_at, 1, 10) AS day, 1 AS joined, 0 AS sign_ins, 0 AS claims, 0 AS proofs, 0 AS check_ins
  FROM wallet
  UNION ALL SELECT substr(created_at, 1, 10), 0, 1, 0, 0, 0 FROM session
  UNION ALL SELECT substr(claimed_at, 1, 10), 0, 0, 1, 0, 0 FROM referral WHERE ${WAS_CLAIMED}
  UNION ALL SELECT substr(claimed_at, 1, 10), 0, 0, 1, 0, 0 FROM claim_history_entry
  UNION ALL SELECT substr(proven_at, 1, 10), 0, 0, 0, 1, 0 FROM referral WHERE proven_at IS NOT NULL
  UNION ALL SELECT day, 0, 0, 0, 0, 1 FROM check_in) AS activity
GROUP BY activity.day ORDER BY activity.day`,
  // Without MATERIALIZED, SQLite may walk the index by referrer and fetch every referral.
  growth: `
WITH recent AS MATERIALIZED (
  SELECT referrer, proven_at FROM referral WHERE status = 'proven' AND proven_at >= ${daysAgo(13)})
SELECT referrer, count(CASE WHEN proven_at >= ${daysAgo(6)} THEN 1 END) AS this_week,
  count(CASE WHEN proven_at < ${daysAgo(6)} THEN 1 END) AS week_before
FROM recent GROUP BY referrer ORDER BY this_week DESC, week_before DESC, referrer`,
  sign_ins: `
SELECT wallet, ${shownTime('created_at')} AS signed_in_at, ${shownTime('expires_at')} AS expires_at,
  ${shownTime('revoked_at')} AS signed_out_at
FROM session ORDER BY session.created_at`,
  operator_actions: `
SELECT number, ${shownTime('acted_at')} AS acted_at, action, subject, why FROM audit_log ORDER BY number`,
  ledger: `
${ledger(shownTime('ledger_entry.recorded_at'))}`,
  wallet_story: `
SELECT wallet, ${shownTime('at')} AS at, step, event FROM (${EVENTS}) AS story ORDER BY wallet, story.at, step`,
  // Referrers whose recruits may be wallets of one person. These are hints, not proof.
  suspects: `
WITH crowd AS (${CROWDS})
SELECT wallet, ${shownTime('since')} AS since, reason FROM (
  SELECT referrer AS wallet, min(proven_at) AS since,
    'burst: ' || count(*) || ' recruits signed within the hour from ' || ${HOUR('proven_at')} || ':00 UTC' AS reason
  FROM crowd GROUP BY referrer, ${HOUR('proven_at')} HAVING count(*) >= ${MIN_CROWD}
  UNION ALL
  SELECT referrer, min(proven_at), 'star: of ' || count(*) || ' recruits, none has recruited anybody'
  FROM crowd JOIN wallet ON address = recruit GROUP BY referrer HAVING count(*) >= ${MIN_CROWD} AND max(direct_recruits) = 0
  UNION ALL
  SELECT top, min(proven_at), 'chain: ' || max(links) || ' wallets in a row have one recruit each'
  FROM (${LINES}) AS links GROUP BY top HAVING max(links) >= ${MIN_CHAIN}
  UNION ALL
  SELECT referrer, min(proven_at), 'gone: of ' || count(*) || ' recruits, none came back on another day'
  FROM (${RETURNS}) AS came GROUP BY referrer HAVING count(*) >= ${MIN_CROWD} AND max(days) = 0
  UNION ALL
  SELECT referrer, min(proven_at),
    'shared hour: ' || count(*) || ' recruits came back within the hour from ' || ${HOUR('checked_in_at')} || ':00 UTC'
  FROM crowd JOIN check_in ON wallet = recruit AND day > substr(proven_at, 1, 10)
  GROUP BY referrer, ${HOUR('checked_in_at')} HAVING count(*) >= ${MIN_CROWD}) AS sign
WHERE NOT EXISTS (SELECT 1 FROM wallet AS banned WHERE banned.address = sign.wallet AND banned_at IS NOT NULL)
ORDER BY wallet, sign.since, reason`,
});
