import {
  FACT_COLUMNS,
  factRules,
  FACTS,
  factsOf,
  isReferralOf,
  PROOF_COLUMNS,
} from './referral-facts.js';
import { BIGINT, time } from './rules.js';
import type { Table } from './table.js';
import { sql } from './table.js';

export const REVOKED_REFERRAL: Table = {
  name: 'revoked_referral',
  comment:
    'Referrals that the operator revoked: they count for nothing, and the recruit gets no other.',
  definition: sql`${FACT_COLUMNS}
  ${time('revoked_at')},
  "action_number" ${BIGINT} NOT NULL, -- of the row in operator_action that says why${PROOF_COLUMNS}${factRules('revoked_referral')}
  CONSTRAINT "revoked_referral_has_its_action" FOREIGN KEY ("action_number") REFERENCES "operator_action" ("number"),
  PRIMARY KEY ("recruit")`,
  indexes: [
    'CREATE INDEX "revoked_referral_by_referrer" ON revoked_referral (referrer)',
    'CREATE UNIQUE INDEX "revoked_referral_by_proof_number" ON revoked_referral (proof_number)',
  ],
  refusals: [
    {
      name: 'revoked_referral_made_by_the_operator',
      events: ['INSERT'],
      when: `NOT EXISTS (
    SELECT 1 FROM referral
    WHERE ${isReferralOf('NEW.recruit')} AND (${FACTS}) IS NOT DISTINCT FROM (${factsOf('NEW')}))
  OR NEW.action_number IS DISTINCT FROM (
    SELECT max(number) FROM operator_action WHERE subject = NEW.recruit AND action = 'revoke')`,
      sentence: 'referrals are revoked by a row in operator_action',
    },
    {
      name: 'revoked_referral_kept',
      events: ['UPDATE'],
      when: 'true',
      sentence: 'a revoked referral stays as it is',
    },
    {
      name: 'revoked_referral_ended_by_the_operator',
      events: ['DELETE'],
      when: `NOT EXISTS (SELECT 1 FROM referral WHERE ${isReferralOf('OLD.recruit')})`,
      sentence: 'referrals are unrevoked by a row in operator_action',
    },
  ],
  isKept: true,
};
