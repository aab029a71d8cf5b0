/** What people read who look rather than code. */
export const VIEWS = [
  `
CREATE VIEW "leaderboard" AS
SELECT row_number() OVER (ORDER BY place) AS rank,
  address AS wallet, direct_recruits AS recruits, proven_recruits, points,
  1000 * (direct_recruits - proven_recruits) AS pending_points, joined_at
FROM wallet WHERE place IS NOT NULL ORDER BY rank`,
  `
CREATE VIEW "recruits" AS
SELECT referrer, recruit, status, claimed_at, proven_at FROM referral ORDER BY referrer, claimed_at`,
  `
CREATE VIEW "daily_activity" AS
SELECT day, sum(check_ins) AS check_ins, sum(claims) AS claims, sum(proofs) AS proofs
FROM (
  SELECT day, 1 AS check_ins, 0 AS claims, 0 AS proofs FROM check_in
  UNION ALL SELECT substr(claimed_at, 1, 10), 0, 1, 0 FROM referral
  UNION ALL SELECT substr(proven_at, 1, 10), 0, 0, 1 FROM referral WHERE proven_at IS NOT NULL)
GROUP BY day ORDER BY day`,
  `
CREATE VIEW "banned_wallets" AS
SELECT address AS wallet, banned_at, (
    SELECT why FROM operator_action
    WHERE subject = address AND action = 'ban' ORDER BY number DESC LIMIT 1) AS why
FROM wallet WHERE banned_at IS NOT NULL ORDER BY banned_at`,
  `
CREATE VIEW "revoked_recruits" AS
SELECT referrer, recruit, status, claimed_at, proven_at, revoked_at, why
FROM revoked_referral JOIN operator_action ON operator_action.number = action_number
ORDER BY revoked_at`,
];
