import { POINTS_PER_RECRUIT } from '../../game.js';
import { hasDeclined } from './former-referral.js';
import { lockWallet, PROOFS_LOCK } from './locks.js';
import { NEW_ENTRY } from './points-entry.js';
import { FACTS, factsOf, isReferralOf, referralTable } from './referral-facts.js';
import { BIGINT } from './rules.js';
import { onPostgres, onSqlite, sql, statements } from './table.js';
import { after, derive, notEmptied, refuse, triggerOnPostgres } from './triggers.js';
import { SIGNED_WEEK } from './week-total.js';

const IS_FINAL = 'a proven referral is final, and the ledger has its points';
const NUMBER_FOLLOWS = 'recruit_number is the joined_number of the recruit: leave it out';

const NUMBER = '(SELECT joined_number FROM wallet WHERE address = NEW.recruit)';
const HAS_REFERRER = `EXISTS (SELECT 1 FROM referral WHERE ${isReferralOf('NEW.recruit')})`;
const IS_REVOKED = 'EXISTS (SELECT 1 FROM revoked_referral WHERE recruit = NEW.recruit)';

/** Whether this referral is the one that an unrevoke of the operator brings back. */
const COMES_BACK = `(
        SELECT action = 'unrevoke' FROM operator_action
        WHERE subject = NEW.recruit AND action IN ('revoke', 'unrevoke') ORDER BY number DESC LIMIT 1)
      AND EXISTS (
        SELECT 1 FROM revoked_referral
        WHERE recruit = NEW.recruit AND (${FACTS}) IS NOT DISTINCT FROM (${factsOf('NEW')}))`;

/** Who has recruited nobody cannot stand above anybody, so then the walk up is spared. */
const LOOPS = `NEW.recruit <> NEW.referrer AND EXISTS (SELECT 1 FROM referral WHERE referrer = NEW.recruit) AND NEW.recruit IN (
      WITH RECURSIVE above (address) AS (
        SELECT address FROM wallet WHERE address = NEW.referrer
        UNION SELECT referral.referrer
        FROM above JOIN wallet ON wallet.address = above.address JOIN referral ON recruit_number = joined_number)
      SELECT address FROM above)`;

const IS_PROVEN = "NEW.status = 'proven' AND NEW.proof_number IS NULL";

const nextProof = (larger: 'max' | 'greatest'): string => `1 + ${larger}(
    (SELECT coalesce(max(proof_number), 0) FROM referral WHERE proof_number IS NOT NULL),
    (SELECT coalesce(max(proof_number), 0) FROM revoked_referral))`;

/** On SQLite, OR REPLACE would remove the row in the way without a word to its triggers. */
const REFUSALS = statements(
  refuse(
    'referral_possible',
    'INSERT OR UPDATE OF recruit, referrer, status ON referral',
    lockWallet('NEW.referrer'),
  )`
    WHEN NEW.recruit <> NEW.referrer AND (NOT EXISTS (SELECT 1 FROM wallet WHERE address = NEW.recruit)
      OR NOT EXISTS (SELECT 1 FROM wallet WHERE address = NEW.referrer))
    THEN RAISE(ABORT, 'both wallets of a referral must be in wallet')
    WHEN ${IS_REVOKED} AND (${COMES_BACK}) IS NOT TRUE
    THEN RAISE(ABORT, 'the referral of the recruit was revoked: unrevoke it by a row in operator_action')
    WHEN NEW.status = 'claimed' AND ${hasDeclined('NEW.recruit')}
    THEN RAISE(ABORT, 'the recruit has declined to be claimed: only its own proof counts')
    WHEN EXISTS (SELECT 1 FROM wallet WHERE address = NEW.referrer AND banned_at IS NOT NULL) AND NOT ${IS_REVOKED}
    THEN RAISE(ABORT, 'the referrer is banned')
    WHEN ${LOOPS}
    THEN RAISE(ABORT, 'the recruit stands above the referrer: a pyramid must not loop')
    WHEN NEW.proof_number IS NOT NULL AND NOT ${IS_REVOKED}
    THEN RAISE(ABORT, 'proof_number is given when the referral is proven: leave it out')`,
  onSqlite(
    refuse('referral_not_replaced', 'INSERT ON referral')`
    WHEN NEW.recruit_number <> -1 AND NEW.recruit_number IS NOT ${NUMBER}
    THEN RAISE(ABORT, '${NUMBER_FOLLOWS}')
    WHEN ${HAS_REFERRER}
    THEN RAISE(ABORT, 'the recruit has a referrer already')`,
  ),
  refuse('referral_final_once_proven', 'UPDATE ON referral')`
    WHEN OLD.status = 'proven' AND (OLD.proof_number IS NOT NULL OR NEW.proof_number IS NULL)${onSqlite(` AND (NEW.recruit_number = OLD.recruit_number
      OR (${factsOf('OLD')}) IS NOT (${factsOf('NEW')}))`)}
    THEN RAISE(ABORT, '${IS_FINAL}')${onSqlite(`
    WHEN NEW.recruit_number <> OLD.recruit_number AND NEW.recruit_number IS NOT ${NUMBER}
    THEN RAISE(ABORT, '${NUMBER_FOLLOWS}')
    WHEN NEW.recruit <> OLD.recruit AND ${HAS_REFERRER}
    THEN RAISE(ABORT, 'the recruit has a referrer already')`)}`,
  refuse('referral_proof_stays', 'DELETE ON referral')`
    WHEN OLD.status = 'proven' AND NOT EXISTS (SELECT 1 FROM revoked_referral WHERE recruit = OLD.recruit)
    THEN RAISE(ABORT, '${IS_FINAL}: revoke it by a row in operator_action')`,
  notEmptied('referral'),
);

/** SQLite: a number that is left out is -1 until the row is in, and who proves may not have its number yet. */
const ON_SQLITE = onSqlite(
  derive('totals', 'referral_counted', 'INSERT ON referral')`
  UPDATE wallet SET
    direct_recruits = direct_recruits + 1,
    proven_recruits = proven_recruits + CAST(NEW.status = 'proven' AS integer)
  WHERE address = NEW.referrer;`,
  after('referral_proof_numbered', 'INSERT OR UPDATE OF status ON referral', IS_PROVEN)`
  UPDATE referral SET proof_number = ${nextProof('max')}
  WHERE recruit_number IN (NEW.recruit_number, ${NUMBER}) AND recruit = NEW.recruit;`,
  after(
    'referral_recruit_numbered',
    'INSERT OR UPDATE OF recruit ON referral',
    `NEW.recruit_number IS NOT ${NUMBER}`,
  )`
  UPDATE referral SET recruit_number = ${NUMBER} WHERE recruit_number = NEW.recruit_number;`,
);

const ON_POSTGRES = statements(
  triggerOnPostgres(
    'referral_recruit_numbered',
    'BEFORE INSERT OR UPDATE OF recruit, recruit_number ON referral FOR EACH ROW',
  )`DECLARE
  number CONSTANT bigint := ${NUMBER};
BEGIN
  IF NEW.recruit_number IS NULL OR (NEW.recruit <> OLD.recruit AND NEW.recruit_number = OLD.recruit_number) THEN
    NEW.recruit_number := number;
  END IF;
  IF NEW.recruit_number <> number THEN
    RAISE integrity_constraint_violation USING MESSAGE = '${NUMBER_FOLLOWS}';
  END IF;
  RETURN NEW;
END`,
  // Once a statement, however many recruits it brings.
  triggerOnPostgres(
    'referral_added',
    'AFTER INSERT ON referral REFERENCING NEW TABLE AS added FOR EACH STATEMENT',
  )`BEGIN
  UPDATE wallet SET
    direct_recruits = direct_recruits + (SELECT count(*) FROM added WHERE referrer = address),
    proven_recruits = proven_recruits + (SELECT count(proven_at) FROM added WHERE referrer = address)
  WHERE address = ANY (ARRAY(SELECT referrer FROM added));
  RETURN NULL;
END`,
  // At the end of the transaction, so that the numbers appear in their order, and proofs wait for each other least.
  triggerOnPostgres(
    'referral_proof_numbered',
    `AFTER INSERT OR UPDATE OF status ON referral DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (${IS_PROVEN})`,
  )`BEGIN
  PERFORM pg_advisory_xact_lock${PROOFS_LOCK};
  UPDATE referral SET proof_number = ${nextProof('greatest')}
  WHERE recruit = NEW.recruit AND status = 'proven' AND proof_number IS NULL;
  RETURN NULL;
END`,
);

export const REFERRAL = statements(
  referralTable(
    'referral',
    'The referrals that count. One that the operator revokes is moved to revoked_referral.',
    sql`"recruit_number" ${BIGINT} NOT NULL, -- joined_number of the recruit, so a recruit has one referrer; given by triggers
  "week" ${SIGNED_WEEK}, -- such as 2026-W48, UTC, in which the recruit signed, as the message states`,
    'PRIMARY KEY ("recruit_number")',
  ),
  'CREATE INDEX "referral_by_referrer" ON referral (referrer, claimed_at)',
  `CREATE INDEX "referral_by_claim" ON referral (claimed_at) WHERE status = 'claimed'`,
  'CREATE UNIQUE INDEX "referral_by_proof_number" ON referral (proof_number) WHERE proof_number IS NOT NULL',
  // On SQLite a million addresses in an index would be written all over it, and the recruit is found by its number.
  onPostgres('CREATE UNIQUE INDEX "referral_by_recruit" ON referral (recruit)'),
  after('referral_rewarded', 'INSERT OR UPDATE OF status ON referral', IS_PROVEN)`
  ${NEW_ENTRY}
  SELECT address, 'recruit', NEW.recruit, ${POINTS_PER_RECRUIT}, points + ${POINTS_PER_RECRUIT}, NEW.proven_at
  FROM wallet WHERE address = NEW.referrer;`,
  derive('totals', 'referral_uncounted', 'DELETE ON referral')`
  UPDATE wallet SET
    direct_recruits = direct_recruits - 1,
    proven_recruits = proven_recruits - CAST(OLD.status = 'proven' AS integer)
  WHERE address = OLD.referrer;`,
  derive('totals', 'referral_recounted', 'UPDATE OF referrer, status ON referral')`
  UPDATE wallet SET
    direct_recruits = direct_recruits + CAST(address = NEW.referrer AS integer) - CAST(address = OLD.referrer AS integer),
    proven_recruits = proven_recruits + CAST(address = NEW.referrer AND NEW.status = 'proven' AS integer)
      - CAST(address = OLD.referrer AND OLD.status = 'proven' AS integer)
  WHERE address IN (OLD.referrer, NEW.referrer);`,
  ON_SQLITE,
  ON_POSTGRES,
  REFUSALS,
);
