import { LOCK_PROOFS } from './locks.js';
import { isWallet, oneOf, rule, TEXT, time, timeOrNull } from './rules.js';
import type { Table } from './table.js';
import { refuse, refusals, trigger } from './triggers.js';

/** The facts of a referral, of one that counts as of one that was revoked. */
export const FACTS = `recruit, referrer, status, claimed_at, proven_at, message, signature, proof_number`;

/** The same, of the row that a trigger is about. */
export const NEW_FACTS = FACTS.replaceAll(/\w+/g, 'NEW.$&');

/** Columns and rules of those facts. */
export const factsOf = (table: string): string => `
  "recruit" ${TEXT} PRIMARY KEY,
  "referrer" ${TEXT} NOT NULL,
  "status" ${TEXT} NOT NULL
    ${oneOf('status', ['claimed', 'proven'])},
  "claimed_at" ${TEXT} NOT NULL
    ${time('claimed_at')},
  "proven_at" ${TEXT}
    ${timeOrNull('proven_at')},
  "message" text,
  "signature" ${TEXT},
  "proof_number" bigint
    ${rule(
      'proof_number must be above 0, of a proven referral',
      `proof_number IS NULL OR (proof_number > 0 AND status = 'proven')`,
    )},
  ${rule('a wallet must not recruit itself', 'recruit <> referrer')},
  ${rule(
    'proven, and only then: proven_at, a message, a signature',
    `num_nonnulls(proven_at, message, signature) = CASE status WHEN 'proven' THEN 3 ELSE 0 END`,
  )},
  ${isWallet(table, 'recruit')},
  ${isWallet(table, 'referrer')}`;

export const FACT_COMMENTS = {
  recruit: 'so a recruit has one referrer',
  status: 'claimed: somebody said so; proven: the recruit signed',
  claimed_at: 'UTC',
  proven_at: 'UTC',
  message: 'what the recruit signed',
  signature: 'of the message, by the recruit; base64',
  proof_number: '1 was proven first; given by a trigger',
};

/** Whether this referral is the one that an unrevoke of the operator brings back. */
const COMES_BACK = `(
    SELECT action = 'unrevoke' FROM operator_action
    WHERE subject = NEW.recruit AND action IN ('revoke', 'unrevoke') ORDER BY number DESC LIMIT 1)
  AND EXISTS (
    SELECT 1 FROM revoked_referral WHERE (${FACTS}) IS NOT DISTINCT FROM (${NEW_FACTS}))`;

/** Who has recruited nobody cannot stand above anybody, so then the walk up is spared. */
const LOOPS = `EXISTS (SELECT 1 FROM referral WHERE referrer = NEW.recruit) AND NEW.recruit IN (
    WITH RECURSIVE above (address) AS (
      SELECT address FROM wallet WHERE address = NEW.referrer
      UNION SELECT referral.referrer FROM above JOIN referral ON referral.recruit = above.address)
    SELECT address FROM above)`;

/** The row of the referrer is locked from here on, so that its ban and its points stand still. */
const SOUND = `
DECLARE
  referrer_banned_at varchar;
  revoked boolean;
BEGIN
  SELECT banned_at INTO referrer_banned_at FROM wallet WHERE address = NEW.referrer FOR NO KEY UPDATE;
  IF NEW.recruit <> NEW.referrer
    AND (NOT FOUND OR NOT EXISTS (SELECT 1 FROM wallet WHERE address = NEW.recruit)) THEN
    RAISE integrity_constraint_violation USING MESSAGE = 'both wallets of a referral must be in wallet';
  END IF;
  revoked := EXISTS (SELECT 1 FROM revoked_referral WHERE recruit = NEW.recruit);
${refusals([
  [
    `revoked AND (${COMES_BACK}) IS NOT TRUE`,
    'the referral of the recruit was revoked: unrevoke it by a row in operator_action',
  ],
  ['referrer_banned_at IS NOT NULL AND NOT revoked', 'the referrer is banned'],
  [
    "TG_OP = 'INSERT' AND NEW.proof_number IS NOT NULL AND NOT revoked",
    'proof_number is given when the referral is proven: leave it out',
  ],
  [LOOPS, 'the recruit stands above the referrer: a pyramid must not loop'],
])}
  RETURN NEW;
END`;

const proven = (row: string): string => `CASE ${row}.status WHEN 'proven' THEN 1 ELSE 0 END`;

const COUNTED = `
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

const REWARDED = `
BEGIN
  INSERT INTO points_entry (wallet, cause, reference, points, total, recorded_at)
  SELECT address, 'recruit', NEW.recruit, 1000, points + 1000, NEW.proven_at
  FROM wallet WHERE address = NEW.referrer;
  RETURN NULL;
END`;

/** At the end of the transaction, so that the numbers appear in their order, and proofs wait for each other least. */
const NUMBERED = `
BEGIN
  ${LOCK_PROOFS}
  UPDATE referral SET proof_number = 1 + greatest(
    (SELECT coalesce(max(proof_number), 0) FROM referral),
    (SELECT coalesce(max(proof_number), 0) FROM revoked_referral))
  WHERE recruit = NEW.recruit AND status = 'proven' AND proof_number IS NULL;
  RETURN NULL;
END`;

export const REFERRAL: Table = {
  name: 'referral',
  comment: 'The referrals that count. One that the operator revokes is moved to revoked_referral.',
  columns: FACT_COMMENTS,
  create: `
CREATE TABLE "referral" (${factsOf('referral')}
)`,
  indexes: [
    'CREATE INDEX "referral_by_referrer" ON referral (referrer, claimed_at)',
    'CREATE UNIQUE INDEX "referral_by_proof_number" ON referral (proof_number)',
  ],
  triggers: [
    ...trigger(
      'referral_sound',
      'BEFORE INSERT OR UPDATE OF recruit, referrer, status ON referral FOR EACH ROW',
      SOUND,
    ),
    ...refuse('referral_proof_kept_1', 'DELETE ON referral FOR EACH ROW', [
      [
        `OLD.proof_number IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM revoked_referral WHERE recruit = OLD.recruit)`,
        'a proven referral is final, and the ledger has its points: revoke it by a row in operator_action',
      ],
    ]),
    ...refuse('referral_proof_kept_2', 'UPDATE ON referral FOR EACH ROW', [
      ['OLD.proof_number IS NOT NULL', 'a proven referral is final, and the ledger has its points'],
    ]),
    ...trigger(
      'referral_counted',
      'AFTER INSERT OR DELETE OR UPDATE OF referrer, status ON referral FOR EACH ROW',
      COUNTED,
    ),
    `
CREATE FUNCTION "referral_rewarded"() RETURNS trigger LANGUAGE plpgsql AS $$${REWARDED}
$$`,
    `
CREATE TRIGGER "referral_rewarded_1" AFTER INSERT ON referral FOR EACH ROW
WHEN (NEW.status = 'proven' AND NEW.proof_number IS NULL) EXECUTE FUNCTION "referral_rewarded"()`,
    `
CREATE TRIGGER "referral_rewarded_2" AFTER UPDATE OF status ON referral FOR EACH ROW
WHEN (NEW.status = 'proven' AND OLD.status = 'claimed') EXECUTE FUNCTION "referral_rewarded"()`,
    `
CREATE FUNCTION "referral_numbered"() RETURNS trigger LANGUAGE plpgsql AS $$${NUMBERED}
$$`,
    `
CREATE CONSTRAINT TRIGGER "referral_numbered" AFTER INSERT OR UPDATE OF status ON referral
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (NEW.status = 'proven' AND NEW.proof_number IS NULL) EXECUTE FUNCTION "referral_numbered"()`,
  ],
};
