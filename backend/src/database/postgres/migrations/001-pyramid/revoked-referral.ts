import { FACT_COMMENTS, FACTS, factsOf, NEW_FACTS } from './referral.js';
import { TEXT, time } from './rules.js';
import type { Table } from './table.js';
import { refuse } from './triggers.js';

export const REVOKED_REFERRAL: Table = {
  name: 'revoked_referral',
  comment:
    'Referrals that the operator revoked: they count for nothing, and the recruit gets no other.',
  columns: {
    ...FACT_COMMENTS,
    revoked_at: 'UTC',
    action_number: 'of the row in operator_action that says why',
  },
  create: `
CREATE TABLE "revoked_referral" (${factsOf('revoked_referral')},
  "revoked_at" ${TEXT} NOT NULL
    ${time('revoked_at')},
  "action_number" bigint NOT NULL,
  CONSTRAINT "revoked_referral_has_its_action" FOREIGN KEY ("action_number") REFERENCES "operator_action" ("number")
)`,
  indexes: [
    'CREATE INDEX "revoked_referral_by_referrer" ON revoked_referral (referrer)',
    'CREATE UNIQUE INDEX "revoked_referral_by_proof_number" ON revoked_referral (proof_number)',
  ],
  triggers: [
    ...refuse(
      'revoked_referral_follows_the_operator_1',
      'INSERT ON revoked_referral FOR EACH ROW',
      [
        [
          `NOT EXISTS (
      SELECT 1 FROM referral WHERE (${FACTS}) IS NOT DISTINCT FROM (${NEW_FACTS}))
    OR NEW.action_number IS DISTINCT FROM (
      SELECT max(number) FROM operator_action WHERE subject = NEW.recruit AND action = 'revoke')`,
          'referrals are revoked by a row in operator_action',
        ],
      ],
    ),
    ...refuse(
      'revoked_referral_follows_the_operator_2',
      'UPDATE ON revoked_referral FOR EACH ROW',
      [['true', 'a revoked referral stays as it is']],
    ),
    ...refuse(
      'revoked_referral_follows_the_operator_3',
      'DELETE ON revoked_referral FOR EACH ROW',
      [
        [
          'NOT EXISTS (SELECT 1 FROM referral WHERE recruit = OLD.recruit)',
          'referrals are unrevoked by a row in operator_action',
        ],
      ],
    ),
  ],
};
