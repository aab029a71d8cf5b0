import { onPostgres } from './table.js';

/** PostgreSQL: advisory locks that a whole database shares; a wallet's lock is named by the hash of its address. */
export const PYRAMID_LOCK = '(20563, 1)';
export const PROOFS_LOCK = '(20563, 2)';
export const RANK_COUNTS_LOCK = '(20563, 3)';

/** PostgreSQL: plpgsql that locks the row of a wallet, so that its ban and its points stand still. */
export const lockWallet = (address: string): string =>
  `  PERFORM 1 FROM wallet WHERE address = ${address} FOR NO KEY UPDATE;`;

/**
 * PostgreSQL: whoever decides about a referral holds the locks of both wallets until the end of the transaction, and that
 * of the pyramid: alone when the recruit has recruits, else together with others. So there is never a loop: of the
 * referrals that would make one, let the last to be committed have the recruit R. Another of them has R as its referrer,
 * and was committed before, under the lock of R; so it was seen, and the pyramid held alone while the way up was walked.
 */
export const LOCK_WALLETS = onPostgres(`
CREATE FUNCTION lock_wallets(referrer varchar, recruit varchar) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(least(a, b)), pg_advisory_xact_lock(greatest(a, b))
  FROM (SELECT hashtextextended(referrer, 0) AS a, hashtextextended(recruit, 0) AS b) AS wallet_lock;
  IF EXISTS (SELECT 1 FROM referral WHERE referral.referrer = lock_wallets.recruit) THEN
    PERFORM pg_advisory_xact_lock${PYRAMID_LOCK};
  ELSE
    PERFORM pg_advisory_xact_lock_shared${PYRAMID_LOCK};
  END IF;
END
$$`);
