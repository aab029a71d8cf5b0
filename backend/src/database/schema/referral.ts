import { POINTS_PER_RECRUIT } from '../../game.js';
import { LOCK_PROOFS } from './locks.js';
import {
  FACT_COLUMNS,
  factRules,
  FACTS,
  factsOf,
  isReferralOf,
  PROOF_COLUMNS,
} from './referral-facts.js';
import { BIGINT } from './rules.js';
import type { Table } from './table.js';
import { sql } from './table.js';
import { whileSuspended } from './trigger-suspension.js';
import {
  postgresRefusal,
  postgresRefusals,
  postgresTrigger,
  sqliteRefusal,
  sqliteRefusals,
  sqliteTrigger,
} from './triggers.js';

const SENTENCES = {
  wallets: 'both wallets of a referral must be in wallet',
  hasReferrer: 'the recruit has a referrer already',
  revoked: 'the referral of the recruit was revoked: unrevoke it by a row in operator_action',
  banned: 'the referrer is banned',
  proofNumber: 'proof_number is given when the referral is proven: leave it out',
  recruitNumber: 'recruit_number is the joined_number of the recruit: leave it out',
  loop: 'the recruit stands above the referrer: a pyramid must not loop',
  final: 'a proven referral is final, and the ledger has its points',
};
const FINAL_UNLESS_REVOKED = `${SENTENCES.final}: revoke it by a row in operator_action`;

const IS_REVOKED = 'EXISTS (SELECT 1 FROM revoked_referral WHERE recruit = NEW.recruit)';

/** Whether this referral is the one that an unrevoke of the operator brings back. */
const COMES_BACK = `(
  SELECT action = 'unrevoke' FROM operator_action
  WHERE subject = NEW.recruit AND action IN ('revoke', 'unrevoke') ORDER BY number DESC LIMIT 1)
  AND EXISTS (
    SELECT 1 FROM revoked_referral
    WHERE recruit = NEW.recruit AND (${FACTS}) IS NOT DISTINCT FROM (${factsOf('NEW')}))`;

const TAKEN_OUT_UNREVOKED = `OLD.proof_number IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM revoked_referral WHERE recruit = OLD.recruit)`;

const REWARD = `
  INSERT INTO points_entry (wallet, cause, reference, points, total, recorded_at)
  SELECT address, 'recruit', NEW.recruit, ${POINTS_PER_RECRUIT}, points + ${POINTS_PER_RECRUIT}, NEW.proven_at
  FROM wallet WHERE address = NEW.referrer;`;

const nextProof = (larger: 'max' | 'greatest'): string => `1 + ${larger}(
    (SELECT coalesce(max(proof_number), 0) FROM referral WHERE proof_number IS NOT NULL),
    (SELECT coalesce(max(proof_number), 0) FROM revoked_referral))`;

/** By whom a row is rewarded and numbered: one that is proven from the start, and one that becomes proven. */
const PROVEN = {
  INSERT: "NEW.status = 'proven' AND NEW.proof_number IS NULL",
  'UPDATE OF status': "NEW.status = 'proven' AND OLD.status = 'claimed'",
};

const CHANGE_OF_WALLETS = ['INSERT ON referral', 'UPDATE OF recruit, referrer ON referral'];
const CHANGE_OF_FACTS = ['INSERT ON referral', 'UPDATE OF recruit, referrer, status ON referral'];

const SQLITE_HAS_REFERRAL = `EXISTS (SELECT 1 FROM referral WHERE ${isReferralOf('NEW.recruit')})`;

const SQLITE_NUMBER = '(SELECT joined_number FROM wallet WHERE address = NEW.recruit)';

/** Who has recruited nobody cannot stand above anybody, so then the walk up is spared. */
const SQLITE_LOOPS = `EXISTS (SELECT 1 FROM wallet WHERE address = NEW.recruit AND direct_recruits > 0) AND NEW.recruit IN (
  WITH RECURSIVE above (address) AS (
    SELECT NEW.referrer
    UNION SELECT referral.referrer
    FROM above JOIN wallet ON wallet.address = above.address JOIN referral ON recruit_number = joined_number)
  SELECT address FROM above)`;

/** Two look-ups, because SQLite would first write a list of addresses into a table of its own. */
const SQLITE_ORPHAN = `(${['NEW.recruit', 'NEW.referrer']
  .map((address) => `NOT EXISTS (SELECT 1 FROM wallet WHERE address = ${address})`)
  .join(' OR ')}) AND NEW.recruit <> NEW.referrer`;

const sqliteCounted = (name: string, event: string, change: string): string =>
  sqliteTrigger(name, event, null, whileSuspended('totals', `  UPDATE wallet SET ${change};`));

/** A number that is left out is -1 until the row is in. */
const sqliteNumbered = (event: string, index: number): string =>
  sqliteTrigger(
    `referral_numbered_${index}`,
    `${event} ON referral`,
    `NEW.recruit_number IS NOT ${SQLITE_NUMBER}`,
    `  UPDATE referral SET recruit_number = ${SQLITE_NUMBER} WHERE recruit_number = NEW.recruit_number;`,
  );

/** OR REPLACE would remove the row in the way without a word to its triggers. */
const ON_SQLITE = [
  sqliteRefusal(
    'referral_not_replaced',
    'INSERT ON referral',
    SQLITE_HAS_REFERRAL,
    SENTENCES.hasReferrer,
  ),
  ...sqliteRefusals(
    'referral_stays_revoked',
    CHANGE_OF_FACTS,
    `${IS_REVOKED} AND (${COMES_BACK}) IS NOT true`,
    SENTENCES.revoked,
  ),
  ...sqliteRefusals(
    'referral_of_the_banned_refused',
    CHANGE_OF_FACTS,
    `EXISTS (SELECT 1 FROM wallet WHERE address = NEW.referrer AND banned_at IS NOT NULL) AND NOT ${IS_REVOKED}`,
    SENTENCES.banned,
  ),
  sqliteRefusal(
    'referral_number_is_given',
    'INSERT ON referral',
    `NEW.proof_number IS NOT NULL AND NOT ${IS_REVOKED}`,
    SENTENCES.proofNumber,
  ),
  sqliteRefusal(
    'referral_proof_kept_1',
    'DELETE ON referral',
    TAKEN_OUT_UNREVOKED,
    FINAL_UNLESS_REVOKED,
  ),
  sqliteCounted(
    'referral_counted',
    'INSERT ON referral',
    `
    direct_recruits = direct_recruits + 1,
    proven_recruits = proven_recruits + (NEW.status = 'proven')
  WHERE address = NEW.referrer`,
  ),
  sqliteCounted(
    'referral_uncounted',
    'DELETE ON referral',
    `
    proven_recruits = proven_recruits - (OLD.status = 'proven'),
    direct_recruits = direct_recruits - 1
  WHERE address = OLD.referrer`,
  ),
  sqliteCounted(
    'referral_recounted',
    'UPDATE OF referrer, status ON referral',
    `
    direct_recruits = direct_recruits + (address = NEW.referrer) - (address = OLD.referrer),
    proven_recruits = proven_recruits + (address = NEW.referrer AND NEW.status = 'proven')
      - (address = OLD.referrer AND OLD.status = 'proven')
  WHERE address IN (OLD.referrer, NEW.referrer)`,
  ),
  sqliteRefusal(
    'referral_not_replaced_by_update',
    'UPDATE OF recruit ON referral',
    `NEW.recruit <> OLD.recruit AND ${SQLITE_HAS_REFERRAL}`,
    SENTENCES.hasReferrer,
  ),
  ...sqliteRefusals(
    'referral_orphans_refused',
    CHANGE_OF_WALLETS,
    SQLITE_ORPHAN,
    SENTENCES.wallets,
  ),
  ...CHANGE_OF_WALLETS.map((event, index) =>
    sqliteRefusal(
      `referral_loop_refused_${index + 1}`,
      event,
      SQLITE_LOOPS,
      SENTENCES.loop,
      'AFTER',
    ),
  ),
  ...Object.entries(PROVEN).map(([event, when], index) =>
    sqliteTrigger(
      `referral_rewarded_${index + 1}`,
      `${event} ON referral`,
      when,
      // The row may not have its number yet.
      `${REWARD}
  UPDATE referral SET proof_number = ${nextProof('max')}
  WHERE recruit_number IN (NEW.recruit_number, ${SQLITE_NUMBER}) AND recruit = NEW.recruit;`,
    ),
  ),
  sqliteRefusal(
    'referral_proof_kept_2',
    'UPDATE ON referral',
    `OLD.proof_number IS NOT NULL AND (NEW.recruit_number = OLD.recruit_number
  OR (${factsOf('OLD')}) IS NOT (${factsOf('NEW')}))`,
    SENTENCES.final,
  ),
  sqliteRefusal(
    'referral_number_refused_1',
    'INSERT ON referral',
    `NEW.recruit_number <> -1 AND NEW.recruit_number IS NOT ${SQLITE_NUMBER}`,
    SENTENCES.recruitNumber,
  ),
  sqliteRefusal(
    'referral_number_refused_2',
    'UPDATE OF recruit_number ON referral',
    `NEW.recruit_number IS NOT ${SQLITE_NUMBER}`,
    SENTENCES.recruitNumber,
  ),
  ...['INSERT', 'UPDATE OF recruit'].map((event, index) => sqliteNumbered(event, index + 1)),
];

const POSTGRES_LOOPS = `EXISTS (SELECT 1 FROM referral WHERE referrer = NEW.recruit) AND NEW.recruit IN (
    WITH RECURSIVE above (address) AS (
      SELECT address FROM wallet WHERE address = NEW.referrer
      UNION SELECT referral.referrer FROM above JOIN referral ON referral.recruit = above.address)
    SELECT address FROM above)`;

/** The row of the referrer is locked from here on, so that its ban and its points stand still. */
const POSTGRES_SOUND = `
DECLARE
  referrer_banned_at varchar;
  revoked boolean;
BEGIN
  SELECT banned_at INTO referrer_banned_at FROM wallet WHERE address = NEW.referrer FOR NO KEY UPDATE;
${postgresRefusals([
  [
    `NEW.recruit <> NEW.referrer
    AND (NOT FOUND OR NOT EXISTS (SELECT 1 FROM wallet WHERE address = NEW.recruit))`,
    SENTENCES.wallets,
  ],
])}
  revoked := ${IS_REVOKED};
${postgresRefusals([
  [`revoked AND (${COMES_BACK}) IS NOT TRUE`, SENTENCES.revoked],
  ['referrer_banned_at IS NOT NULL AND NOT revoked', SENTENCES.banned],
  ["TG_OP = 'INSERT' AND NEW.proof_number IS NOT NULL AND NOT revoked", SENTENCES.proofNumber],
  [POSTGRES_LOOPS, SENTENCES.loop],
])}
  RETURN NEW;
END`;

/** A recruit who is not in wallet is refused after it. */
const POSTGRES_NUMBERED = `
DECLARE
  number CONSTANT bigint := (SELECT joined_number FROM wallet WHERE address = NEW.recruit);
BEGIN
  IF NEW.recruit_number IS NULL OR (NEW.recruit <> OLD.recruit AND NEW.recruit_number = OLD.recruit_number) THEN
    NEW.recruit_number := number;
  END IF;
${postgresRefusals([['NEW.recruit_number <> number', SENTENCES.recruitNumber]])}
  RETURN NEW;
END`;

const proven = (row: string): string => `CASE ${row}.status WHEN 'proven' THEN 1 ELSE 0 END`;

const POSTGRES_COUNTED = `
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.referrer = NEW.referrer THEN
    UPDATE wallet SET proven_recruits = proven_recruits + ${proven('NEW')} - ${proven('OLD')}
    WHERE address = NEW.referrer;
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    UPDATE wallet SET
      direct_recruits = direct_recruits - 1, proven_recruits = proven_recruits - ${proven('OLD')}
    WHERE address = OLD.referrer;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    UPDATE wallet SET
      direct_recruits = direct_recruits + 1, proven_recruits = proven_recruits + ${proven('NEW')}
    WHERE address = NEW.referrer;
  END IF;
  RETURN NULL;
END`;

const postgresFunction = (name: string, statements: string): string =>
  `CREATE FUNCTION "${name}"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN${statements}
  RETURN NULL;
END
$$`;

const ON_POSTGRES = [
  ...postgresTrigger(
    'referral_sound',
    'BEFORE INSERT OR UPDATE OF recruit, referrer, status ON referral FOR EACH ROW',
    POSTGRES_SOUND,
  ),
  ...postgresTrigger(
    'referral_recruit_numbered',
    'BEFORE INSERT OR UPDATE OF recruit, recruit_number ON referral FOR EACH ROW',
    POSTGRES_NUMBERED,
  ),
  ...postgresRefusal('referral_proof_kept_1', 'DELETE ON referral FOR EACH ROW', [
    [TAKEN_OUT_UNREVOKED, FINAL_UNLESS_REVOKED],
  ]),
  ...postgresRefusal('referral_proof_kept_2', 'UPDATE ON referral FOR EACH ROW', [
    ['OLD.proof_number IS NOT NULL', SENTENCES.final],
  ]),
  ...postgresTrigger(
    'referral_counted',
    'AFTER INSERT OR DELETE OR UPDATE OF referrer, status ON referral FOR EACH ROW',
    POSTGRES_COUNTED,
  ),
  postgresFunction('referral_rewarded', REWARD),
  ...Object.entries(PROVEN).map(
    ([event, when], index) => `
CREATE TRIGGER "referral_rewarded_${index + 1}" AFTER ${event} ON referral FOR EACH ROW
WHEN (${when}) EXECUTE FUNCTION "referral_rewarded"()`,
  ),
  postgresFunction(
    'referral_numbered',
    `
  ${LOCK_PROOFS}
  UPDATE referral SET proof_number = ${nextProof('greatest')}
  WHERE recruit = NEW.recruit AND status = 'proven' AND proof_number IS NULL;`,
  ),
  // At the end of the transaction, so that the numbers appear in their order, and proofs wait for each other least.
  `
CREATE CONSTRAINT TRIGGER "referral_numbered" AFTER INSERT OR UPDATE OF status ON referral
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (NEW.status = 'proven' AND NEW.proof_number IS NULL) EXECUTE FUNCTION "referral_numbered"()`,
];

export const REFERRAL: Table = {
  name: 'referral',
  comment: 'The referrals that count. One that the operator revokes is moved to revoked_referral.',
  definition: sql`${FACT_COLUMNS}
  "recruit_number" ${BIGINT} NOT NULL, -- joined_number of the recruit, so a recruit has one referrer; given by triggers${PROOF_COLUMNS}${factRules('referral')}
  PRIMARY KEY ("recruit_number")`,
  indexes: [
    'CREATE INDEX "referral_by_referrer" ON referral (referrer, claimed_at)',
    'CREATE UNIQUE INDEX "referral_by_proof_number" ON referral (proof_number) WHERE proof_number IS NOT NULL',
  ],
  // On SQLite a million addresses in an index would be written all over it, and the recruit is found by its number.
  indexesOnPostgres: ['CREATE UNIQUE INDEX "referral_by_recruit" ON referral (recruit)'],
  triggers: { sqlite: ON_SQLITE, postgres: ON_POSTGRES },
  isKept: true,
};
