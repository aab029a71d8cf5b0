import { deriving } from './derivation.js';
import { isWallet, oneOf, refuse, refuseAll, rule, time, timeOrNull } from './rules.js';
import type { Table } from './table.js';

/** The facts of a referral, of one that counts as of one that was revoked. */
export const FACTS = `recruit, referrer, status, claimed_at, proven_at, message, signature, proof_number`;

/** The columns of all but the recruit, with what each may hold. */
export const OTHER_FACT_COLUMNS = `
  "referrer" varchar NOT NULL,
  "status" varchar NOT NULL -- claimed: somebody said so; proven: the recruit signed
    ${oneOf('status', ['claimed', 'proven'])},
  "claimed_at" varchar NOT NULL
    ${time('claimed_at')},
  "proven_at" varchar
    ${timeOrNull('proven_at')},
  "message" text, -- what the recruit signed
  "signature" varchar, -- of the message, by the recruit; base64
  "proof_number" integer -- 1 was proven first; given by a trigger
    ${rule(
      'proof_number must be a whole number above 0, of a proven referral',
      `proof_number IS NULL OR (typeof(proof_number) = 'integer' AND proof_number > 0 AND status = 'proven')`,
    )}`;

/** Their columns. */
export const FACT_COLUMNS = `
  "recruit" varchar PRIMARY KEY NOT NULL, -- so a recruit has one referrer${OTHER_FACT_COLUMNS}`;

/** What must hold among them. */
export const factRules = (table: string): string => `
  ${rule('a wallet must not recruit itself', 'recruit <> referrer')},
  ${rule(
    'a proven referral, and no other, must have proven_at, a message and a signature',
    `CASE status WHEN 'proven' THEN proven_at IS NOT NULL AND typeof(message) = 'text' AND typeof(signature) = 'text'
      ELSE coalesce(proven_at, message, signature) IS NULL END`,
  )},
  ${isWallet(table, 'recruit')},
  ${isWallet(table, 'referrer')}`;

/** Whether this referral is the one that an unrevoke of the operator brings back. */
const COMES_BACK = `(
  SELECT action = 'unrevoke' FROM operator_action
  WHERE subject = NEW.recruit AND action IN ('revoke', 'unrevoke') ORDER BY number DESC LIMIT 1)
  AND EXISTS (
    SELECT 1 FROM revoked_referral
    WHERE (${FACTS}) IS (${FACTS.replaceAll(/\w+/g, 'NEW.$&')}))`;

const IS_REVOKED = 'EXISTS (SELECT 1 FROM revoked_referral WHERE recruit = NEW.recruit)';

const REFERRER_IS_BANNED = `EXISTS (
  SELECT 1 FROM wallet WHERE address = NEW.referrer AND banned_at IS NOT NULL)`;

/** Who has recruited nobody cannot stand above anybody, so then the walk up is spared. */
const LOOPS = `EXISTS (SELECT 1 FROM referral WHERE referrer = NEW.recruit) AND NEW.recruit IN (
  WITH RECURSIVE above (address) AS (
    SELECT NEW.referrer
    UNION SELECT referral.referrer FROM above JOIN referral ON referral.recruit = above.address)
  SELECT address FROM above)`;

const loopRefused = (event: string, index: number): string => `
CREATE TRIGGER "referral_loop_refused_${index}" AFTER ${event} ON referral
WHEN ${LOOPS}
BEGIN SELECT RAISE(ABORT, 'the recruit stands above the referrer: a pyramid must not loop'); END`;

const STRANGERS_REFUSED = refuseAll(
  'referral_strangers_refused',
  ['INSERT ON referral', 'UPDATE OF recruit, referrer ON referral'],
  '(SELECT count(*) FROM wallet WHERE address IN (NEW.recruit, NEW.referrer)) < 2 AND NEW.recruit <> NEW.referrer',
  'both wallets of a referral must be in wallet',
);

const PROOF_KEPT = [
  refuse(
    'referral_proof_kept_1',
    'DELETE ON referral',
    `OLD.proof_number IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM revoked_referral WHERE recruit = OLD.recruit)`,
    'a proven referral is final, and the ledger has its points: revoke it by a row in operator_action',
  ),
  refuse(
    'referral_proof_kept_2',
    'UPDATE ON referral',
    'OLD.proof_number IS NOT NULL',
    'a proven referral is final, and the ledger has its points',
  ),
];

const COUNTED = [
  `
CREATE TRIGGER "referral_counted" AFTER INSERT ON referral BEGIN${deriving(
    'totals',
    `
  UPDATE wallet SET
    direct_recruits = direct_recruits + 1,
    proven_recruits = proven_recruits + (NEW.status = 'proven')
  WHERE address = NEW.referrer;`,
  )}
END`,
  `
CREATE TRIGGER "referral_uncounted" AFTER DELETE ON referral BEGIN${deriving(
    'totals',
    `
  UPDATE wallet SET
    proven_recruits = proven_recruits - (OLD.status = 'proven'),
    direct_recruits = direct_recruits - 1
  WHERE address = OLD.referrer;`,
  )}
END`,
  `
CREATE TRIGGER "referral_recounted" AFTER UPDATE OF referrer, status ON referral BEGIN${deriving(
    'totals',
    `
  UPDATE wallet SET
    direct_recruits = direct_recruits + (address = NEW.referrer) - (address = OLD.referrer),
    proven_recruits = proven_recruits + (address = NEW.referrer AND NEW.status = 'proven')
      - (address = OLD.referrer AND OLD.status = 'proven')
  WHERE address IN (OLD.referrer, NEW.referrer);`,
  )}
END`,
];

const rewarded = (event: string, when: string, index: number): string => `
CREATE TRIGGER "referral_rewarded_${index}" AFTER ${event} ON referral
WHEN ${when} BEGIN
  INSERT INTO points_entry (wallet, cause, reference, points, total, recorded_at)
  SELECT address, 'recruit', NEW.recruit, 1000, points + 1000, NEW.proven_at
  FROM wallet WHERE address = NEW.referrer;
  UPDATE referral SET proof_number = 1 + max(
    (SELECT coalesce(max(proof_number), 0) FROM referral),
    (SELECT coalesce(max(proof_number), 0) FROM revoked_referral))
  WHERE recruit = NEW.recruit;
END`;

export const REFERRAL: Table = {
  name: 'referral',
  create: `
CREATE TABLE "referral" (
  -- The referrals that count. One that the operator revokes is moved to revoked_referral.${FACT_COLUMNS},${factRules('referral')}
)`,
  kept: FACTS,
  indexes: [
    'CREATE INDEX "referral_by_referrer" ON referral (referrer, claimed_at)',
    'CREATE UNIQUE INDEX "referral_by_proof_number" ON referral (proof_number)',
  ],
  triggers: [
    ...STRANGERS_REFUSED,
    refuse(
      'referral_not_replaced',
      'INSERT ON referral',
      'EXISTS (SELECT 1 FROM referral WHERE recruit = NEW.recruit)',
      'the recruit has a referrer already',
    ),
    ...refuseAll(
      'referral_stays_revoked',
      ['INSERT ON referral', 'UPDATE OF recruit, referrer, status ON referral'],
      `${IS_REVOKED} AND (${COMES_BACK}) IS NOT true`,
      'the referral of the recruit was revoked: unrevoke it by a row in operator_action',
    ),
    ...refuseAll(
      'referral_of_the_banned_refused',
      ['INSERT ON referral', 'UPDATE OF recruit, referrer, status ON referral'],
      `${REFERRER_IS_BANNED} AND NOT ${IS_REVOKED}`,
      'the referrer is banned',
    ),
    refuse(
      'referral_number_is_given',
      'INSERT ON referral',
      `NEW.proof_number IS NOT NULL AND NOT ${IS_REVOKED}`,
      'proof_number is given when the referral is proven: leave it out',
    ),
    ...PROOF_KEPT,
    loopRefused('INSERT', 1),
    loopRefused('UPDATE OF recruit, referrer', 2),
    ...COUNTED,
    rewarded('INSERT', "NEW.status = 'proven' AND NEW.proof_number IS NULL", 1),
    rewarded('UPDATE OF status', "NEW.status = 'proven' AND OLD.status = 'claimed'", 2),
  ],
};
