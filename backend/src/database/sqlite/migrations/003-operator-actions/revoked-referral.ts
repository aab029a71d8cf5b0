import { FACT_COLUMNS, FACTS, factRules } from './referral.js';
import { refuse, time } from './rules.js';
import type { Table } from './table.js';

export const REVOKED_REFERRAL: Table = {
  name: 'revoked_referral',
  create: `
CREATE TABLE "revoked_referral" (
  -- Referrals that the operator revoked: they count for nothing, and the recruit gets no other.${FACT_COLUMNS},
  "revoked_at" varchar NOT NULL
    ${time('revoked_at')},
  "action_number" integer NOT NULL, -- of the row in operator_action that says why${factRules('revoked_referral')},
  CONSTRAINT "revoked_referral_has_its_action" FOREIGN KEY ("action_number") REFERENCES "operator_action" ("number")
)`,
  kept: null,
  indexes: [
    'CREATE INDEX "revoked_referral_by_referrer" ON revoked_referral (referrer)',
    'CREATE UNIQUE INDEX "revoked_referral_by_proof_number" ON revoked_referral (proof_number)',
  ],
  triggers: [
    refuse(
      'revoked_referral_follows_the_operator_1',
      'INSERT ON revoked_referral',
      `NOT EXISTS (SELECT 1 FROM referral WHERE (${FACTS}) IS (${FACTS.replaceAll(/\w+/g, 'NEW.$&')}))
  OR NEW.action_number IS NOT (
    SELECT max(number) FROM operator_action WHERE subject = NEW.recruit AND action = 'revoke')`,
      'referrals are revoked by a row in operator_action',
    ),
    refuse(
      'revoked_referral_follows_the_operator_2',
      'UPDATE ON revoked_referral',
      'true',
      'a revoked referral stays as it is',
    ),
    refuse(
      'revoked_referral_follows_the_operator_3',
      'DELETE ON revoked_referral',
      'NOT EXISTS (SELECT 1 FROM referral WHERE recruit = OLD.recruit)',
      'referrals are unrevoked by a row in operator_action',
    ),
  ],
};
