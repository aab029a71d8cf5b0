import type { MigrationInterface, QueryRunner } from 'typeorm';
import { LOCK_WALLETS, PYRAMID } from './001-pyramid/locks.js';

/**
 * As before, for any number of referrals that are decided in one transaction. The locks are taken in one order, so that
 * nobody waits in a circle. The pyramid is held alone also when the recruit of one is the referrer of another, so that
 * there is no loop of referrals that are committed at once either.
 */
const LOCK_PAIRS = `
CREATE FUNCTION lock_pairs(pairs json) RETURNS void LANGUAGE plpgsql AS $$
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

const LOCK_ONE_PAIR = `
CREATE OR REPLACE FUNCTION lock_wallets(varchar, varchar) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_pairs(json_build_array(json_build_array($1, $2)));
END
$$`;

/** Many referrals are decided in one transaction, and their wallets locked by one call. */
export class LocksForMany1795514400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(LOCK_PAIRS.trim());
    await runner.query(LOCK_ONE_PAIR.trim());
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(LOCK_WALLETS.trim().replace('CREATE', 'CREATE OR REPLACE'));
    await runner.query('DROP FUNCTION lock_pairs(json)');
  }
}
