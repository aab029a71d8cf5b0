import { POINTS_PER_RECRUIT } from '../../game.js';
import { SUSPECTS_VIEW } from './suspects.js';

/** What an entry of the ledger was for, in words; `taken_back` is the entry that a reversal takes back. */
const WHAT_FOR = `CASE points_entry.cause
    WHEN 'recruit' THEN 'recruited ' || points_entry.reference
    WHEN 'check-in' THEN 'checked in on ' || points_entry.reference
    WHEN 'ban' THEN 'banned: ' || why
    WHEN 'unban' THEN 'no longer banned: ' || why
    ELSE 'took back entry ' || points_entry.reference || CASE taken_back.cause
      WHEN 'recruit' THEN ': recruited ' || taken_back.reference
      WHEN 'check-in' THEN ': checked in on ' || taken_back.reference
      ELSE ', which took back entry ' || taken_back.reference END
  END`;

// PostgreSQL spells IN another way once it has been restored from a dump.
const numberIn = (...causes: string[]): string =>
  `CASE WHEN ${causes.map((cause) => `points_entry.cause = '${cause}'`).join(' OR ')} THEN CAST(points_entry.reference AS bigint) END`;

/** Who proves in one step has never been claimed before. */
const WAS_CLAIMED = 'claimed_at IS DISTINCT FROM proven_at';

/** A time as SQLite's `datetime()` spells it, so that it compares with `datetime('now', '-7 days')`: a T sorts after a space. */
const spelt = (time: string): string => `replace(substr(${time}, 1, 19), 'T', ' ')`;

const ledger = (recordedAt: string): string => `
SELECT points_entry.number, ${recordedAt} AS recorded_at, points_entry.wallet, points_entry.points, points_entry.total,
  ${WHAT_FOR} AS what_for
FROM points_entry
LEFT JOIN points_entry AS taken_back ON taken_back.number = ${numberIn('reversal')}
LEFT JOIN operator_action ON operator_action.number = ${numberIn('ban', 'unban')}`;

/** Everything that happened to a wallet; what happens at one time is in the order of its steps. */
const EVENTS = `
  SELECT address AS wallet, joined_at AS at, 1 AS step, 'joined as number ' || joined_number AS event FROM wallet
  UNION ALL
  SELECT address, claimed_at, 2, 'was claimed as a recruit of ' || referrer
  FROM wallet JOIN referral ON recruit_number = joined_number WHERE ${WAS_CLAIMED}
  UNION ALL
  SELECT address, proven_at, 3, 'proved to be a recruit of ' || referrer
  FROM wallet JOIN referral ON recruit_number = joined_number WHERE status = 'proven'
  UNION ALL
  SELECT referrer, claimed_at, 2, 'recruit claimed: ' || recruit FROM referral WHERE ${WAS_CLAIMED}
  UNION ALL
  SELECT referrer, proven_at, 3, 'recruit proven: ' || recruit FROM referral WHERE status = 'proven'
  UNION ALL
  SELECT recruit, claimed_at, 2, 'was claimed as a recruit of ' || referrer FROM ended_claim
  UNION ALL
  SELECT recruit, ended_at, 3, 'claim by ' || referrer || ' ended: ' || reason FROM ended_claim
  UNION ALL
  SELECT referrer, ended_at, 3, 'claim of ' || recruit || ' ended: ' || reason FROM ended_claim
  UNION ALL
  SELECT recruit, coalesce(proven_at, claimed_at), 3, 'was a recruit of ' || referrer || ', revoked since'
  FROM revoked_referral
  UNION ALL
  SELECT referrer, coalesce(proven_at, claimed_at), 3, 'had a recruit, revoked since: ' || recruit
  FROM revoked_referral
  UNION ALL
  SELECT wallet, checked_in_at, 4, 'checked in for ' || day FROM check_in
  UNION ALL
  SELECT subject, acted_at, 5, 'operator: ' || action || ' (' || why || ')' FROM operator_action
  UNION ALL
  SELECT wallet, recorded_at, 5 + number,
    'points ' || CASE WHEN points < 0 THEN '' ELSE '+' END || points || ', ' || total || ' in all: ' || what_for
  FROM (${ledger('points_entry.recorded_at')}) AS entry`;

/** What people read who look rather than code, the same on both databases. */
export const VIEWS = [
  `
CREATE VIEW "leaderboard" AS
SELECT row_number() OVER (ORDER BY rank_key) AS rank,
  address AS wallet, direct_recruits AS recruits, proven_recruits, points,
  ${POINTS_PER_RECRUIT} * (direct_recruits - proven_recruits) AS pending_points,
  ${spelt('joined_at')} AS joined_at
FROM wallet WHERE rank_key IS NOT NULL ORDER BY rank`,
  `
CREATE VIEW "weekly_leaderboard" AS
SELECT week, row_number() OVER (PARTITION BY week ORDER BY week_total.rank_key) AS rank,
  address AS wallet, recruits, ${POINTS_PER_RECRUIT} * recruits AS points
FROM week_total JOIN wallet ON joined_number = referrer_number
WHERE week_total.rank_key IS NOT NULL ORDER BY week, rank`,
  `
CREATE VIEW "recruits" AS
SELECT referrer, recruit, status, ${spelt('claimed_at')} AS claimed_at, ${spelt('proven_at')} AS proven_at
FROM referral ORDER BY referrer, referral.claimed_at`,
  `
CREATE VIEW "daily_activity" AS
SELECT day, sum(joined) AS joined, sum(claims) AS claims, sum(proofs) AS proofs, sum(check_ins) AS check_ins
FROM (
  SELECT substr(joined_at, 1, 10) AS day, 1 AS joined, 0 AS claims, 0 AS proofs, 0 AS check_ins FROM wallet
  UNION ALL SELECT substr(claimed_at, 1, 10), 0, 1, 0, 0 FROM referral WHERE ${WAS_CLAIMED}
  UNION ALL SELECT substr(claimed_at, 1, 10), 0, 1, 0, 0 FROM ended_claim
  UNION ALL SELECT substr(proven_at, 1, 10), 0, 0, 1, 0 FROM referral WHERE proven_at IS NOT NULL
  UNION ALL SELECT day, 0, 0, 0, 1 FROM check_in) AS activity
GROUP BY day ORDER BY day`,
  `
CREATE VIEW "ledger" AS
${ledger(spelt('points_entry.recorded_at'))}`,
  `
CREATE VIEW "wallet_story" AS
SELECT wallet, ${spelt('at')} AS at, step, event FROM (${EVENTS}) AS story ORDER BY wallet, story.at, step`,
  `
CREATE VIEW "banned_wallets" AS
SELECT address AS wallet, ${spelt('banned_at')} AS banned_at, (
    SELECT why FROM operator_action
    WHERE subject = address AND action = 'ban' ORDER BY number DESC LIMIT 1) AS why
FROM wallet WHERE wallet.banned_at IS NOT NULL ORDER BY wallet.banned_at`,
  `
CREATE VIEW "revoked_recruits" AS
SELECT referrer, recruit, status, ${spelt('claimed_at')} AS claimed_at, ${spelt('proven_at')} AS proven_at,
  ${spelt('revoked_at')} AS revoked_at, why
FROM revoked_referral JOIN operator_action ON operator_action.number = action_number
ORDER BY revoked_referral.revoked_at`,
  SUSPECTS_VIEW,
];
