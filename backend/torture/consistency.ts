import type { DatabaseLocation } from '../src/database/open-database.js';

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
const PLACE = {
  sqlite: `printf('%08X%08X%08X', 2147483647 - points, 4294967295 - direct_recruits, joined_number)`,
  postgres: `upper(lpad(to_hex(2147483647 - points), 8, '0')
    || lpad(to_hex(4294967295 - direct_recruits), 8, '0') || lpad(to_hex(joined_number), 8, '0')) COLLATE "C"`,
};

const recounted = (place: string): string => `
SELECT digits, substr(place, 1, digits) AS prefix, count(*) AS wallets
FROM (SELECT ${place} AS place FROM wallet WHERE direct_recruits > 0) AS places
CROSS JOIN (
  SELECT column1 AS digits
  FROM (VALUES (0), (4), (6), (8), (12), (14), (16), (20), (21)) AS numbers) AS levels
GROUP BY 1, 2`;

/** What a node of the ranking has may be spread over several rows. */
const STANDING = `
SELECT digits, prefix, sum(wallets) AS wallets FROM standing GROUP BY 1, 2 HAVING sum(wallets) <> 0`;

/** What the database itself finds wrong with its file. */
const DAMAGE = {
  sqlite: "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
  postgres: 'SELECT 0',
};

/** Wallets whose totals, and rows of the ranking that, are not what a count by hand gives; and proofs without a number. */
export function drifted(kind: DatabaseLocation['kind']): string {
  const byHand = recounted(PLACE[kind]);
  return `
SELECT (SELECT count(*) FROM (${TOTALS}) AS wrong)
  + (SELECT count(*) FROM (SELECT * FROM (${byHand}) AS counted EXCEPT SELECT * FROM (${STANDING}) AS kept) AS missing)
  + (SELECT count(*) FROM (SELECT * FROM (${STANDING}) AS kept EXCEPT SELECT * FROM (${byHand}) AS counted) AS left_over)
  + (SELECT count(*) FROM referral WHERE (status = 'proven') <> (proof_number IS NOT NULL))
  + (SELECT count(*) FROM referral
      LEFT JOIN wallet ON address IN (recruit, referrer) WHERE address IS NULL)
  + (${DAMAGE[kind]}) AS count`;
}
