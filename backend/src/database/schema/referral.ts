import { POINTS_PER_RECRUIT } from '../../game.js';
import { hasDeclined } from './ended-claim.js';
import { LOCK_PROOFS, lockWallet } from './locks.js';
import { NEW_ENTRY } from './points-entry.js';
import {
  FACT_COLUMNS,
  factRules,
  FACTS,
  factsOf,
  isReferralOf,
  PROOF_COLUMNS,
} from './referral-facts.js';
import { BIGINT } from './rules.js';
import type { Refusal, Table } from './table.js';
import { sql } from './table.js';
import { deriving, whileSuspended } from './trigger-suspension.js';
import { postgresTrigger, sqliteTrigger } from './triggers.js';
import { SIGNED_WEEK } from './week-total.js';

const HAS_REFERRER = 'the recruit has a referrer already';
const IS_FINAL = 'a proven referral is final, and the ledger has its points';
const NUMBER_FOLLOWS = 'recruit_number is the joined_number of the recruit: leave it out';

const IS_REVOKED = 'EXISTS (SELECT 1 FROM revoked_referral WHERE recruit = NEW.recruit)';

/** Whether this referral is the one that an unrevoke of the operator brings back. */
const COMES_BACK = `(
  SELECT action = 'unrevoke' FROM operator_action
  WHERE subject = NEW.recruit AND action IN ('revoke', 'unrevoke') ORDER BY number DESC LIMIT 1)
  AND EXISTS (
    SELECT 1 FROM revoked_referral
    WHERE recruit = NEW.recruit AND (${FACTS}) IS NOT DISTINCT FROM (${factsOf('NEW')}))`;

const nextProof = (larger: 'max' | 'greatest'): string => `1 + ${larger}(
    (SELECT coalesce(max(proof_number), 0) FROM referral WHERE proof_number IS NOT NULL),
    (SELECT coalesce(max(proof_number), 0) FROM revoked_referral))`;

/** A row that is proven from the start, and one that becomes proven. */
const PROVEN = {
  INSERT: "NEW.status = 'proven' AND NEW.proof_number IS NULL",
  'UPDATE OF status': "NEW.status = 'proven' AND OLD.status = 'claimed'",
};

const CHANGE_OF_FACTS = ['INSERT', 'UPDATE OF recruit, referrer, status'];

const SQLITE_HAS_REFERRAL = `EXISTS (SELECT 1 FROM referral WHERE ${isReferralOf('NEW.recruit')})`;

const NUMBER = '(SELECT joined_number FROM wallet WHERE address = NEW.recruit)';

/** Who has recruited nobody cannot stand above anybody, so then the walk up is spared. */
const LOOPS = `NEW.recruit <> NEW.referrer AND EXISTS (SELECT 1 FROM referral WHERE referrer = NEW.recruit) AND NEW.recruit IN (
  WITH RECURSIVE above (address) AS (
    SELECT address FROM wallet WHERE address = NEW.referrer
    UNION SELECT referral.referrer
    FROM above JOIN wallet ON wallet.address = above.address JOIN referral ON recruit_number = joined_number)
  SELECT address FROM above)`;

/** Two look-ups, because SQLite would first write a list of addresses into a table of its own. */
const ORPHANED = `(${['NEW.recruit', 'NEW.referrer']
  .map((address) => `NOT EXISTS (SELECT 1 FROM wallet WHERE address = ${address})`)
  .join(' OR ')}) AND NEW.recruit <> NEW.referrer`;

/** OR REPLACE would remove the row in the way without a word to its triggers. */
const REFUSALS: readonly Refusal[] = [
  {
    name: 'referral_final_once_proven',
    events: ['UPDATE'],
    when: {
      sqlite: `OLD.proof_number IS NOT NULL AND (NEW.recruit_number = OLD.recruit_number
  OR (${factsOf('OLD')}) IS NOT (${factsOf('NEW')}))`,
      postgres: 'OLD.proof_number IS NOT NULL',
    },
    sentence: IS_FINAL,
  },
  {
    name: 'referral_number_refused',
    events: ['INSERT'],
    when: { sqlite: `NEW.recruit_number <> -1 AND NEW.recruit_number IS NOT ${NUMBER}` },
    sentence: NUMBER_FOLLOWS,
  },
  {
    name: 'referral_number_kept',
    events: ['UPDATE OF recruit_number'],
    when: { sqlite: `NEW.recruit_number IS NOT ${NUMBER}` },
    sentence: NUMBER_FOLLOWS,
  },
  {
    name: 'referral_not_replaced',
    events: ['INSERT'],
    when: { sqlite: SQLITE_HAS_REFERRAL },
    sentence: HAS_REFERRER,
  },
  {
    name: 'referral_not_replaced_by_update',
    events: ['UPDATE OF recruit'],
    when: { sqlite: `NEW.recruit <> OLD.recruit AND ${SQLITE_HAS_REFERRAL}` },
    sentence: HAS_REFERRER,
  },
  {
    name: 'referral_orphans_refused',
    events: CHANGE_OF_FACTS,
    when: ORPHANED,
    sentence: 'both wallets of a referral must be in wallet',
  },
  {
    name: 'referral_stays_revoked',
    events: CHANGE_OF_FACTS,
    when: `${IS_REVOKED} AND (${COMES_BACK}) IS NOT TRUE`,
    sentence: 'the referral of the recruit was revoked: unrevoke it by a row in operator_action',
  },
  {
    name: 'referral_stays_declined',
    events: CHANGE_OF_FACTS,
    when: `NEW.status = 'claimed' AND ${hasDeclined('NEW.recruit')}`,
    sentence: 'the recruit has declined to be claimed: only its own proof counts',
  },
  {
    name: 'referral_of_the_banned_refused',
    events: CHANGE_OF_FACTS,
    when: `EXISTS (SELECT 1 FROM wallet WHERE address = NEW.referrer AND banned_at IS NOT NULL) AND NOT ${IS_REVOKED}`,
    sentence: 'the referrer is banned',
  },
  {
    name: 'referral_loop_refused',
    events: CHANGE_OF_FACTS,
    when: LOOPS,
    sentence: 'the recruit stands above the referrer: a pyramid must not loop',
  },
  {
    name: 'referral_number_is_given',
    events: CHANGE_OF_FACTS,
    when: `NEW.proof_number IS NOT NULL AND NOT ${IS_REVOKED}`,
    sentence: 'proof_number is given when the referral is proven: leave it out',
  },
  {
    name: 'referral_proof_stays',
    events: ['DELETE'],
    when: `OLD.proof_number IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM revoked_referral WHERE recruit = OLD.recruit)`,
    sentence: `${IS_FINAL}: revoke it by a row in operator_action`,
  },
];

/** A number that is left out is -1 until the row is in. */
const sqliteNumbered = (event: string, index: number): string =>
  sqliteTrigger(
    `referral_numbered_${index}`,
    `${event} ON referral`,
    `NEW.recruit_number IS NOT ${NUMBER}`,
    `  UPDATE referral SET recruit_number = ${NUMBER} WHERE recruit_number = NEW.recruit_number;`,
  );

const oneIf = (condition: string): string => `CASE WHEN ${condition} THEN 1 ELSE 0 END`;

const ON_SQLITE = [
  sqliteTrigger(
    'referral_counted',
    'INSERT ON referral',
    null,
    whileSuspended(
      'totals',
      `  UPDATE wallet SET
    direct_recruits = direct_recruits + 1,
    proven_recruits = proven_recruits + ${oneIf("NEW.status = 'proven'")}
  WHERE address = NEW.referrer;`,
    ),
  ),
  ...Object.entries(PROVEN).map(([event, when], index) =>
    sqliteTrigger(
      `referral_proof_numbered_${index + 1}`,
      `${event} ON referral`,
      when,
      // The row may not have its number yet.
      `  UPDATE referral SET proof_number = ${nextProof('max')}
  WHERE recruit_number IN (NEW.recruit_number, ${NUMBER}) AND recruit = NEW.recruit;`,
    ),
  ),
  ...['INSERT', 'UPDATE OF recruit'].map((event, index) => sqliteNumbered(event, index + 1)),
];

const POSTGRES_NUMBERED = `
DECLARE
  number CONSTANT bigint := ${NUMBER};
BEGIN
  IF NEW.recruit_number IS NULL OR (NEW.recruit <> OLD.recruit AND NEW.recruit_number = OLD.recruit_number) THEN
    NEW.recruit_number := number;
  END IF;
  IF NEW.recruit_number <> number THEN
    RAISE integrity_constraint_violation USING MESSAGE = '${NUMBER_FOLLOWS}';
  END IF;
  RETURN NEW;
END`;

/** Once a referrer, however many recruits one statement brings it. */
const POSTGRES_ADDED = `
DECLARE
  recruiter record;
BEGIN
  FOR recruiter IN
    SELECT referrer, count(*) AS direct, count(proven_at) AS proven FROM added GROUP BY referrer ORDER BY referrer
  LOOP
    UPDATE wallet SET
      direct_recruits = direct_recruits + recruiter.direct, proven_recruits = proven_recruits + recruiter.proven
    WHERE address = recruiter.referrer;
  END LOOP;
  RETURN NULL;
END`;

const ON_POSTGRES = [
  ...postgresTrigger(
    'referral_recruit_numbered',
    'BEFORE INSERT OR UPDATE OF recruit, recruit_number ON referral FOR EACH ROW',
    POSTGRES_NUMBERED,
  ),
  ...postgresTrigger(
    'referral_added',
    'AFTER INSERT ON referral REFERENCING NEW TABLE AS added FOR EACH STATEMENT',
    POSTGRES_ADDED,
  ),
  // At the end of the transaction, so that the numbers appear in their order, and proofs wait for each other least.
  ...postgresTrigger(
    'referral_numbered',
    `AFTER INSERT OR UPDATE OF status ON referral DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (NEW.status = 'proven' AND NEW.proof_number IS NULL)`,
    `BEGIN
  ${LOCK_PROOFS}
  UPDATE referral SET proof_number = ${nextProof('greatest')}
  WHERE recruit = NEW.recruit AND status = 'proven' AND proof_number IS NULL;
  RETURN NULL;
END`,
    'CONSTRAINT TRIGGER',
  ),
];

export const REFERRAL: Table = {
  name: 'referral',
  comment: 'The referrals that count. One that the operator revokes is moved to revoked_referral.',
  definition: sql`${FACT_COLUMNS}
  "recruit_number" ${BIGINT} NOT NULL, -- joined_number of the recruit, so a recruit has one referrer; given by triggers
  "week" ${SIGNED_WEEK}, -- such as 2026-W48, UTC, in which the recruit signed, as the message states${PROOF_COLUMNS}${factRules('referral')}
  PRIMARY KEY ("recruit_number")`,
  indexes: [
    'CREATE INDEX "referral_by_referrer" ON referral (referrer, claimed_at)',
    `CREATE INDEX "referral_by_claim" ON referral (claimed_at) WHERE status = 'claimed'`,
    'CREATE UNIQUE INDEX "referral_by_proof_number" ON referral (proof_number) WHERE proof_number IS NOT NULL',
  ],
  // On SQLite a million addresses in an index would be written all over it, and the recruit is found by its number.
  indexesOnPostgres: ['CREATE UNIQUE INDEX "referral_by_recruit" ON referral (recruit)'],
  refusals: REFUSALS,
  lock: lockWallet('NEW.referrer'),
  effects: [
    ...Object.entries(PROVEN).map(([event, when], index) => ({
      name: `referral_rewarded_${index + 1}`,
      event,
      when,
      statements: `
  ${NEW_ENTRY}
  SELECT address, 'recruit', NEW.recruit, ${POINTS_PER_RECRUIT}, points + ${POINTS_PER_RECRUIT}, NEW.proven_at
  FROM wallet WHERE address = NEW.referrer;`,
    })),
    {
      name: 'referral_uncounted',
      event: 'DELETE',
      statements: deriving(
        'totals',
        `  UPDATE wallet SET
    direct_recruits = direct_recruits - 1,
    proven_recruits = proven_recruits - ${oneIf("OLD.status = 'proven'")}
  WHERE address = OLD.referrer;`,
      ),
    },
    {
      name: 'referral_recounted',
      event: 'UPDATE OF referrer, status',
      statements: deriving(
        'totals',
        `  UPDATE wallet SET
    direct_recruits = direct_recruits + ${oneIf('address = NEW.referrer')} - ${oneIf('address = OLD.referrer')},
    proven_recruits = proven_recruits + ${oneIf("address = NEW.referrer AND NEW.status = 'proven'")}
      - ${oneIf("address = OLD.referrer AND OLD.status = 'proven'")}
  WHERE address IN (OLD.referrer, NEW.referrer);`,
      ),
    },
  ],
  triggers: { sqlite: ON_SQLITE, postgres: ON_POSTGRES },
  isKept: true,
};
