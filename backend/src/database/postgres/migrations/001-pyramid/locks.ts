/** Locks that a whole database shares; a wallet's lock is named by the hash of its address. */
export const PYRAMID = '(20563, 1)';
const PROOFS = '(20563, 2)';
const STANDING = '(20563, 3)';

/** plpgsql that makes proofs take turns from here to the end of their transactions. */
export const LOCK_PROOFS = `PERFORM pg_advisory_xact_lock${PROOFS};`;

/** SQL that is true for one transaction at a time. */
export const MAY_TIDY_STANDING = `pg_try_advisory_xact_lock${STANDING}`;

/**
 * Whoever decides about a referral holds the locks of both wallets until the end of the transaction, and that of the
 * pyramid: alone when the recruit has recruits, else together with others. So there is never a loop: of the referrals
 * that would make one, let the last to be committed have the recruit R. Another of them has R as its referrer, and was
 * committed before, under the lock of R; so it was seen, and the pyramid held alone while the way up was walked.
 */
export const LOCK_WALLETS = `
CREATE FUNCTION lock_wallets(varchar, varchar) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  one CONSTANT bigint := hashtextextended($1, 0);
  other CONSTANT bigint := hashtextextended($2, 0);
BEGIN
  PERFORM pg_advisory_xact_lock(least(one, other));
  PERFORM pg_advisory_xact_lock(greatest(one, other));
  IF EXISTS (SELECT 1 FROM referral WHERE referrer = $2) THEN
    PERFORM pg_advisory_xact_lock${PYRAMID};
  ELSE
    PERFORM pg_advisory_xact_lock_shared${PYRAMID};
  END IF;
END
$$`;
