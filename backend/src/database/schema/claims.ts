import { hasDeclined } from './former-referral.js';
import { PYRAMID_LOCK } from './locks.js';
import { isReferralOf } from './referral-facts.js';
import type { PerKind, Statements } from './table.js';

/**
 * The claims of `claim` for which every rule evidently holds: nobody is banned, nothing is revoked or declined, the recruit has
 * no referrer, and no recruits, so it cannot stand above anybody; and no other of these claims is about it. Each look-up is a
 * scalar, so that it goes by an index however many wallets there are: EXISTS may become a join that reads all of them.
 */
const EVIDENT = `
  (SELECT banned_at FROM wallet WHERE address = claim.referrer) IS NULL
  AND coalesce((SELECT direct_recruits = 0 AND banned_at IS NULL FROM wallet WHERE address = claim.recruit), true)
  AND (SELECT status FROM referral WHERE ${isReferralOf('claim.recruit')}) IS NULL
  AND (SELECT status FROM revoked_referral WHERE recruit = claim.recruit) IS NULL
  AND NOT ${hasDeclined('claim.recruit')}
  AND claim.recruit NOT IN (SELECT referrer FROM claim)
  AND claim.recruit NOT IN (SELECT recruit FROM claim GROUP BY recruit HAVING count(*) > 1)`;

const joins = (address: string): string => `
  INSERT INTO wallet (address, joined_at) SELECT ${address}, NEW.claimed_at
  WHERE NOT EXISTS (SELECT 1 FROM wallet WHERE address = ${address});`;

/** What the statement that records claims needs: a view that takes them on SQLite, and a function on PostgreSQL. */
export const CLAIM_RECORDER: Statements = {
  sqlite: [
    `CREATE VIEW claims AS
SELECT recruit, referrer, claimed_at FROM referral WHERE status = 'claimed'`,
    `CREATE TRIGGER "claims_recorded" INSTEAD OF INSERT ON claims BEGIN${joins('NEW.referrer')}${joins('NEW.recruit')}
  INSERT INTO referral (recruit, referrer, status, claimed_at, recruit_number)
  VALUES (NEW.recruit, NEW.referrer, 'claimed', NEW.claimed_at,
    (SELECT joined_number FROM wallet WHERE address = NEW.recruit));
END`,
  ],
  postgres: [
    `CREATE FUNCTION record_claims(pairs json, claim_time varchar) RETURNS SETOF varchar LANGUAGE plpgsql AS $$
DECLARE
  referrers varchar[];
  recruits varchar[];
BEGIN
  -- In one order, so that nobody waits in a circle.
  PERFORM pg_advisory_xact_lock(wallet_lock) FROM (
    SELECT DISTINCT hashtextextended(address, 0) AS wallet_lock
    FROM json_array_elements(pairs) AS pair, json_array_elements_text(pair) AS address ORDER BY 1) AS wallet_locks;
  PERFORM pg_advisory_xact_lock_shared${PYRAMID_LOCK};
  WITH claim AS MATERIALIZED (
    SELECT pair ->> 0 AS referrer, pair ->> 1 AS recruit, key
    FROM json_array_elements(pairs) WITH ORDINALITY AS element (pair, key)
  )
  SELECT array_agg(referrer ORDER BY key), array_agg(recruit ORDER BY key) INTO referrers, recruits
  FROM claim WHERE${EVIDENT};
  INSERT INTO wallet (address, joined_at)
  SELECT address, claim_time FROM unnest(referrers || recruits) WITH ORDINALITY AS element (address, key)
  WHERE (SELECT joined_number FROM wallet WHERE wallet.address = element.address) IS NULL
  GROUP BY address ORDER BY min(key)
  ON CONFLICT DO NOTHING;
  INSERT INTO referral (recruit, referrer, status, claimed_at)
  SELECT recruit, referrer, 'claimed', claim_time FROM unnest(recruits, referrers) AS claim (recruit, referrer);
  RETURN QUERY SELECT unnest(recruits);
END
$$`,
  ],
};

/**
 * The one statement that records those claims for which every rule evidently holds, makes their wallets known, and returns
 * their recruits. `$1` is a JSON array of pairs, each of a referrer and a recruit, and `$2` the time.
 */
export const RECORD_CLAIMS: PerKind<string> = {
  sqlite: `
WITH claim AS MATERIALIZED (
  SELECT value ->> 0 AS referrer, value ->> 1 AS recruit, key FROM json_each($1)
)
INSERT INTO claims (recruit, referrer, claimed_at)
SELECT recruit, referrer, $2 FROM claim WHERE${EVIDENT}
ORDER BY key RETURNING recruit`,
  postgres: 'SELECT recruit FROM record_claims($1, $2) AS recruit',
};
