/** Recruits from which on a crowd is worth a look, and links from which on a chain is. */
const CROWD = 20;
const CHAIN = 10;

const HOUR = (time: string): string => `substr(${time}, 1, 13)`;

/** Proven recruits, and on how many days after that of their proof each was back. */
const RETURNS = `
  SELECT referrer, proven_at, (
      SELECT count(*) FROM check_in WHERE wallet = recruit AND day > substr(proven_at, 1, 10)) AS days
  FROM referral
  WHERE status = 'proven' AND substr(proven_at, 1, 10) < (SELECT max(day) FROM check_in)`;

/** Wallets with one recruit, and no other, each below the last. */
const LINES = `
  WITH RECURSIVE line (top, bottom, proven_at, links) AS (
    SELECT lone.address, recruit, proven_at, 1
    FROM wallet AS lone JOIN referral ON referrer = lone.address
    WHERE lone.direct_recruits = 1 AND status = 'proven' AND NOT EXISTS (
      SELECT 1 FROM referral AS own JOIN wallet AS above ON above.address = own.referrer
      WHERE own.recruit_number = lone.joined_number AND above.direct_recruits = 1)
    UNION ALL
    SELECT line.top, referral.recruit, referral.proven_at, links + 1
    FROM line
      JOIN wallet AS next ON next.address = line.bottom AND next.direct_recruits = 1
      JOIN referral ON referral.referrer = next.address AND referral.status = 'proven')
  SELECT * FROM line`;

/**
 * The view of referrers whose recruits look like the keys of one person, with the reason in words. A key is no person,
 * and a crowd may be honest: nothing follows from it.
 */
export const SUSPECTS_VIEW = `
CREATE VIEW "suspects" AS
SELECT wallet, since, reason FROM (
  SELECT referrer AS wallet, min(proven_at) AS since,
    'burst: ' || count(*) || ' recruits signed within the hour from ' || ${HOUR('proven_at')} || ':00 UTC' AS reason
  FROM referral WHERE status = 'proven' GROUP BY referrer, ${HOUR('proven_at')} HAVING count(*) >= ${CROWD}
  UNION ALL
  SELECT referrer, min(proven_at), 'star: of ' || count(*) || ' recruits, none has recruited anybody'
  FROM referral JOIN wallet ON joined_number = recruit_number
  WHERE status = 'proven' GROUP BY referrer HAVING count(*) >= ${CROWD} AND max(direct_recruits) = 0
  UNION ALL
  SELECT top, min(proven_at), 'chain: ' || max(links) || ' wallets in a row have one recruit each'
  FROM (${LINES}) AS links GROUP BY top HAVING max(links) >= ${CHAIN}
  UNION ALL
  SELECT referrer, min(proven_at), 'gone: of ' || count(*) || ' recruits, none came back on another day'
  FROM (${RETURNS}) AS came GROUP BY referrer HAVING count(*) >= ${CROWD} AND max(days) = 0
  UNION ALL
  SELECT referrer, min(proven_at),
    'shared hour: ' || count(*) || ' recruits came back within the hour from ' || ${HOUR('checked_in_at')} || ':00 UTC'
  FROM referral JOIN check_in ON wallet = recruit AND day > substr(proven_at, 1, 10)
  WHERE status = 'proven' GROUP BY referrer, ${HOUR('checked_in_at')} HAVING count(*) >= ${CROWD}) AS sign
WHERE NOT EXISTS (SELECT 1 FROM wallet AS banned WHERE banned.address = sign.wallet AND banned_at IS NOT NULL)
ORDER BY wallet, since, reason`;
