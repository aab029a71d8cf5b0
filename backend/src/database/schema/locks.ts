/** PostgreSQL: locks that a whole database shares; a wallet's lock is named by the hash of its address. */
const PYRAMID = '(20563, 1)';
const PROOFS = '(20563, 2)';
const RANK_COUNTS = '(20563, 3)';

/** PostgreSQL: plpgsql that makes proofs take turns from here to the end of their transactions. */
export const LOCK_PROOFS = `PERFORM pg_advisory_xact_lock${PROOFS};`;

/** PostgreSQL: SQL that is true for one transaction at a time. */
export const MAY_COMPACT_RANK_COUNTS = `pg_try_advisory_xact_lock${RANK_COUNTS}`;

/**
 * PostgreSQL: whoever decides about referrals, given as pairs of a referrer and a recruit, holds the locks of all their
 * wallets until the end of the transaction, and that of the pyramid: alone when one of the recruits has recruits, or is
 * the referrer of another pair, else together with others. So there is never a loop: of the referrals that would make one,
 * let the last to be committed have the recruit R. Another of them has R as its referrer, and was committed before, under
 * the lock of R; so it was seen, and the pyramid held alone while the way up was walked. The locks are taken in one order,
 * so that nobody waits in a circle.
 */
export const LOCK_WALLETS = `
CREATE FUNCTION lock_wallets(pairs json) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  wallet_lock bigint;
BEGIN
  FOR wallet_lock IN
    SELECT DISTINCT hashtextextended(address, 0)
    FROM json_array_elements(pairs) AS pair, json_array_elements_text(pair) AS address ORDER BY 1
  LOOP
    PERFORM pg_advisory_xact_lock(wallet_lock);
  END LOOP;
  IF EXISTS (
    SELECT 1 FROM json_array_elements(pairs) AS pair
    WHERE EXISTS (SELECT 1 FROM referral WHERE referrer = pair ->> 1)
      OR pair ->> 1 IN (SELECT other ->> 0 FROM json_array_elements(pairs) AS other)
  ) THEN
    PERFORM pg_advisory_xact_lock${PYRAMID};
  ELSE
    PERFORM pg_advisory_xact_lock_shared${PYRAMID};
  END IF;
END
$$`;
