import { BIGINT, isOneOf, isWallet, LONG_TEXT, rule, TEXT, time, timeOrNull } from './rules.js';
import type { Column, Rule } from './table.js';

/** The facts of a referral, of one that counts as of one that was revoked. */
export const FACT_COLUMNS: readonly Column[] = [
  { name: 'recruit', type: TEXT, comment: 'has one referrer' },
  { name: 'referrer', type: TEXT },
  {
    name: 'status',
    type: TEXT,
    comment: 'claimed: somebody said so; proven: the recruit signed',
    rule: isOneOf('status', ['claimed', 'proven']),
  },
  time('claimed_at'),
  timeOrNull('proven_at'),
  {
    name: 'proof_number',
    type: BIGINT,
    isNullable: true,
    comment: '1 was proven first; given by a trigger',
    rule: rule(
      'proof_number must be above 0, of a proven referral',
      `proof_number IS NULL OR (proof_number > 0 AND status = 'proven')`,
      `proof_number IS NULL OR (typeof(proof_number) = 'integer' AND proof_number > 0 AND status = 'proven')`,
    ),
  },
];

/** What proves it; the signed text, of 11 lines, is the last of a row. */
export const PROOF_COLUMNS: readonly Column[] = [
  {
    name: 'signature',
    type: TEXT,
    isNullable: true,
    comment: 'of the message, by the recruit; base64',
  },
  { name: 'message', type: LONG_TEXT, isNullable: true, comment: 'what the recruit signed' },
];

const NAMES = [...FACT_COLUMNS, ...PROOF_COLUMNS].map(({ name }) => name);

/** SQL of their names, and of the same of the row that a trigger is about. */
export const FACTS = NAMES.join(', ');
export const factsOf = (row: 'NEW' | 'OLD'): string =>
  NAMES.map((name) => `${row}.${name}`).join(', ');

/** What must hold among them. */
export const factRules = (table: string): (Rule | string)[] => [
  rule('a wallet must not recruit itself', 'recruit <> referrer'),
  rule(
    'proven, and only then: proven_at, a message, a signature',
    `num_nonnulls(proven_at, message, signature) = CASE status WHEN 'proven' THEN 3 ELSE 0 END`,
    `CASE status WHEN 'proven' THEN proven_at IS NOT NULL AND typeof(message) = 'text' AND typeof(signature) = 'text'
      ELSE coalesce(proven_at, message, signature) IS NULL END`,
  ),
  isWallet(table, 'recruit'),
  isWallet(table, 'referrer'),
];

/** SQL that finds the referral of a recruit by its key. */
export const isReferralOf = (recruit: string): string =>
  `recruit_number = (SELECT joined_number FROM wallet WHERE address = ${recruit})`;
