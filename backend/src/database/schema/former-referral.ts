import { FACTS, factsOf, isReferralOf, referralTable } from './referral-facts.js';
import { BIGINT, isOneOf, isWallet, number, TEXT, time } from './rules.js';
import { sql, statements, table } from './table.js';
import { after, kept, notEmptied, numberedInOrder, refuse } from './triggers.js';

const IS_THAT_CLAIM = `${isReferralOf('NEW.recruit')}
    AND referrer = NEW.referrer AND claimed_at = NEW.claimed_at AND status = 'claimed'`;

/** SQL of whether a wallet has declined a claim, so that nobody's word counts about it any more but its own. */
export const hasDeclined = (wallet: string): string =>
  `EXISTS (SELECT 1 FROM ended_claim WHERE recruit = ${wallet} AND reason = 'declined')`;

export const ENDED_CLAIM = statements(
  table(
    'ended_claim',
    'Claims that count no more, and why. A row added here takes the claim from referral. A wallet that declined one is claimed no more, but may still prove who recruited it. Nothing is changed or removed.',
  )`
  ${number('1 ended first')},
  "recruit" ${TEXT} NOT NULL,
  "referrer" ${TEXT} NOT NULL,
  ${time('claimed_at')},
  "reason" ${TEXT} NOT NULL -- expired: not proven in time; declined: by the recruit; displaced: gave way to a proof, or to newer claims
    ${isOneOf('reason', 'expired', 'declined', 'displaced')},
  ${time('ended_at')},
  ${isWallet('ended_claim', 'recruit')},
  ${isWallet('ended_claim', 'referrer')}`,
  'CREATE INDEX "ended_claim_by_recruit" ON ended_claim (recruit, reason)',
  'CREATE INDEX "ended_claim_by_referrer" ON ended_claim (referrer)',
  after('ended_claim_taken_away', 'INSERT ON ended_claim')`
  DELETE FROM referral WHERE ${IS_THAT_CLAIM};`,
  refuse(
    'ended_claim_possible',
    'INSERT ON ended_claim',
    '  PERFORM 1 FROM referral WHERE recruit = NEW.recruit FOR UPDATE;',
  )`${numberedInOrder('ended_claim', 'recruit')}
    WHEN NOT EXISTS (SELECT 1 FROM referral WHERE ${IS_THAT_CLAIM})
    THEN RAISE(ABORT, 'only a claim that is in referral can end')`,
  kept('ended_claim', 'a claim that has ended stays written: it can be made again'),
);

export const REVOKED_REFERRAL = statements(
  referralTable(
    'revoked_referral',
    'Referrals that the operator revoked: they count for nothing, and the recruit gets no other.',
    sql`${time('revoked_at')},
  "action_number" ${BIGINT} NOT NULL, -- of the row in operator_action that says why`,
    `CONSTRAINT "revoked_referral_has_its_action" FOREIGN KEY ("action_number") REFERENCES "operator_action" ("number"),
  PRIMARY KEY ("recruit")`,
  ),
  'CREATE INDEX "revoked_referral_by_referrer" ON revoked_referral (referrer)',
  'CREATE UNIQUE INDEX "revoked_referral_by_proof_number" ON revoked_referral (proof_number)',
  refuse('revoked_referral_made_by_the_operator', 'INSERT ON revoked_referral')`
    WHEN NOT EXISTS (
      SELECT 1 FROM referral
      WHERE ${isReferralOf('NEW.recruit')} AND (${FACTS}) IS NOT DISTINCT FROM (${factsOf('NEW')}))
      OR NEW.action_number IS DISTINCT FROM (
        SELECT max(number) FROM operator_action WHERE subject = NEW.recruit AND action = 'revoke')
    THEN RAISE(ABORT, 'referrals are revoked by a row in operator_action')`,
  refuse('revoked_referral_kept', 'UPDATE ON revoked_referral')`
    WHEN true THEN RAISE(ABORT, 'a revoked referral stays as it is')`,
  refuse('revoked_referral_ended_by_the_operator', 'DELETE ON revoked_referral')`
    WHEN NOT EXISTS (SELECT 1 FROM referral WHERE ${isReferralOf('OLD.recruit')})
    THEN RAISE(ABORT, 'referrals are unrevoked by a row in operator_action')`,
  notEmptied('revoked_referral'),
);
