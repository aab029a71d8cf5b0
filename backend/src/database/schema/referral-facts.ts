import { BIGINT, isOfType, isOneOf, isWallet, rule, TEXT, time, timeOrNull } from './rules.js';
import { sql, table, type Part } from './table.js';

const IS_NUMBERED = rule(
  'proof_number must be above 0, of a proven referral',
  sql`proof_number IS NULL OR (${isOfType('integer', 'proof_number')}proof_number > 0 AND status = 'proven')`,
);

const IS_PROVEN = rule('proven, and only then: proven_at, a message, a signature', {
  sqlite: `CASE status WHEN 'proven' THEN proven_at IS NOT NULL AND typeof(message) = 'text' AND typeof(signature) = 'text'
      ELSE coalesce(proven_at, message, signature) IS NULL END`,
  postgres: `num_nonnulls(proven_at, message, signature) = CASE status WHEN 'proven' THEN 3 ELSE 0 END`,
});

/**
 * A table of referrals: the facts, of one that counts as of one that was revoked, and what must hold among them. The signed
 * text, of 11 lines, is the last of a row.
 * @param columns those that only this table has
 * @param key the end of the definition
 */
export const referralTable = (name: string, comment: string, columns: Part, key: string) =>
  table(name, comment)`
  "recruit" ${TEXT} NOT NULL, -- has one referrer
  "referrer" ${TEXT} NOT NULL,
  "status" ${TEXT} NOT NULL -- claimed: somebody said so; proven: the recruit signed
    ${isOneOf('status', 'claimed', 'proven')},
  ${time('claimed_at')},
  ${timeOrNull('proven_at')},
  "proof_number" ${BIGINT} -- 1 was proven first; given by a trigger
    ${IS_NUMBERED},
  ${columns}
  "signature" ${TEXT}, -- of the message, by the recruit; base64
  "message" text, -- what the recruit signed
  ${rule('a wallet must not recruit itself', 'recruit <> referrer')},
  ${IS_PROVEN},
  ${isWallet(name, 'recruit')},
  ${isWallet(name, 'referrer')},
  ${key}`;

/** SQL of the names of the facts, and of the same of the row that a trigger is about. */
export const FACTS =
  'recruit, referrer, status, claimed_at, proven_at, proof_number, signature, message';
export const factsOf = (row: 'NEW' | 'OLD'): string => FACTS.replaceAll(/\w+/g, `${row}.$&`);

/** SQL that finds the referral of a recruit by its key; `recruit` is SQL of the address. */
export const isReferralOf = (recruit: string): string =>
  `recruit_number = (SELECT joined_number FROM wallet WHERE address = ${recruit})`;
