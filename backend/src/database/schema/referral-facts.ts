import { BIGINT, isOneOf, isWallet, rule, TEXT, time, timeOrNull } from './rules.js';
import type { PerKind } from './table.js';
import { columnsOf, sql } from './table.js';

const IS_NUMBERED = rule(
  'proof_number must be above 0, of a proven referral',
  `proof_number IS NULL OR (proof_number > 0 AND status = 'proven')`,
  `proof_number IS NULL OR (typeof(proof_number) = 'integer' AND proof_number > 0 AND status = 'proven')`,
);

const IS_PROVEN = rule(
  'proven, and only then: proven_at, a message, a signature',
  `num_nonnulls(proven_at, message, signature) = CASE status WHEN 'proven' THEN 3 ELSE 0 END`,
  `CASE status WHEN 'proven' THEN proven_at IS NOT NULL AND typeof(message) = 'text' AND typeof(signature) = 'text'
      ELSE coalesce(proven_at, message, signature) IS NULL END`,
);

/** The facts of a referral, of one that counts as of one that was revoked. */
export const FACT_COLUMNS = sql`
  "recruit" ${TEXT} NOT NULL, -- has one referrer
  "referrer" ${TEXT} NOT NULL,
  "status" ${TEXT} NOT NULL -- claimed: somebody said so; proven: the recruit signed
    ${isOneOf('status', ['claimed', 'proven'])},
  ${time('claimed_at')},
  ${timeOrNull('proven_at')},
  "proof_number" ${BIGINT} -- 1 was proven first; given by a trigger
    ${IS_NUMBERED},`;

/** What proves it; the signed text, of 11 lines, is the last of a row. */
export const PROOF_COLUMNS = sql`
  "signature" ${TEXT}, -- of the message, by the recruit; base64
  "message" text, -- what the recruit signed`;

const NAMES = [...columnsOf(FACT_COLUMNS), ...columnsOf(PROOF_COLUMNS)];

/** SQL of their names, and of the same of the row that a trigger is about. */
export const FACTS = NAMES.join(', ');
export const factsOf = (row: 'NEW' | 'OLD'): string =>
  NAMES.map((name) => `${row}.${name}`).join(', ');

/** What must hold among them. */
export const factRules = (table: string): PerKind<string> => sql`
  ${rule('a wallet must not recruit itself', 'recruit <> referrer')},
  ${IS_PROVEN},
  ${isWallet(table, 'recruit')},
  ${isWallet(table, 'referrer')},`;

/** SQL that finds the referral of a recruit by its key; `recruit` is SQL of the address. */
export const isReferralOf = (recruit: string): string =>
  `recruit_number = (SELECT joined_number FROM wallet WHERE address = ${recruit})`;
