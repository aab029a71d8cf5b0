/** Recruits and ledger entries that are there more than once, counted; nothing here relies on an index or a trigger. */
export const DOUBLED = `
SELECT (SELECT count(*) - count(DISTINCT recruit) FROM referral)
  + (SELECT count(*) - count(DISTINCT cause || ' ' || reference || ' ' || wallet) FROM points_entry) AS count`;

const TOTALS = `
SELECT address FROM wallet
WHERE direct_recruits <> (SELECT count(*) FROM referral WHERE referrer = address)
  OR proven_recruits <> (SELECT count(*) FROM referral WHERE referrer = address AND status = 'proven')
  OR points <> (SELECT coalesce(sum(points), 0) FROM points_entry WHERE wallet = address)
  OR points <> 1000 * (SELECT count(*) FROM referral WHERE referrer = address AND status = 'proven')
    + 100 * (SELECT count(*) FROM check_in WHERE wallet = address)`;

/** Who is before whom, spelled as the ranking spells it, from the totals alone. */
const PLACES = `
SELECT printf('%08X%08X%08X', 2147483647 - points, 4294967295 - direct_recruits, joined_number) AS place
FROM wallet WHERE direct_recruits > 0`;

const RECOUNTED = `
SELECT depth, substr(place, 1, 2 * depth) AS prefix, count(*) AS wallets
FROM (${PLACES}) JOIN (
  SELECT column1 AS depth
  FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12)))
GROUP BY 1, 2`;

const STANDING = 'SELECT depth, prefix, wallets FROM standing';

/** Wallets whose totals, and rows of the ranking that, are not what a count by hand gives; and proofs without a number. */
export const DRIFTED = `
SELECT (SELECT count(*) FROM (${TOTALS}))
  + (SELECT count(*) FROM (SELECT * FROM (${RECOUNTED}) EXCEPT ${STANDING}))
  + (SELECT count(*) FROM (SELECT * FROM (${STANDING}) EXCEPT SELECT * FROM (${RECOUNTED})))
  + (SELECT count(*) FROM referral WHERE (status = 'proven') <> (proof_number IS NOT NULL))
  + (SELECT count(*) FROM referral
      LEFT JOIN wallet ON address IN (recruit, referrer) WHERE address IS NULL)
  + (SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok') AS count`;
