import { isHash, isText, isWallet, LONG_TEXT, rule, TEXT, time, timeOrNull } from './rules.js';
import type { Column, Refusal, Table } from './table.js';
import { columnsWithout } from './table.js';
import { NOT_A_WALLET } from './triggers.js';

const REFERRER: Column = {
  name: 'referrer',
  type: TEXT,
  isNullable: true,
  comment: 'whose referral link is in the message',
};

/** A row stays as it was made, but for the one column that ends it. */
function keptUntil(
  end: 'used' | 'revoked',
  table: string,
  columns: readonly Column[],
  sentences: Record<'ended' | 'changed', string>,
): Refusal[] {
  const ended = `${end}_at`;
  return [
    {
      name: `${table}_stays_${end}`,
      events: ['UPDATE'],
      when: `OLD.${ended} IS NOT NULL`,
      sentence: sentences.ended,
    },
    {
      name: `${table}_stays_as_made`,
      events: [`UPDATE OF ${columnsWithout(columns, ended)}`],
      when: `OLD.${ended} IS NULL`,
      sentence: sentences.changed,
    },
  ];
}

const SESSION_COLUMNS: readonly Column[] = [
  {
    name: 'token_hash',
    type: TEXT,
    comment: 'SHA-256 of what the cookie holds',
    rule: isHash('token_hash'),
  },
  { name: 'wallet', type: TEXT },
  time('created_at'),
  time('expires_at'),
  timeOrNull('revoked_at'),
  REFERRER,
  {
    name: 'signature',
    type: TEXT,
    comment: 'of the message, by the wallet; base64',
    rule: isText('signature'),
  },
  {
    name: 'message',
    type: LONG_TEXT,
    comment: 'what the wallet signed to open the session',
    rule: isText('message'),
  },
];

export const SESSION: Table = {
  name: 'session',
  comment: 'A browser that has shown that a wallet is its visitor’s.',
  columns: SESSION_COLUMNS,
  constraints: [
    rule('a session must expire after it was created', 'created_at < expires_at'),
    isWallet('session', 'wallet'),
    'PRIMARY KEY ("token_hash")',
  ],
  indexes: ['CREATE INDEX "session_by_expiry" ON session (expires_at)'],
  refusals: [
    {
      name: 'session_orphans_refused',
      events: ['INSERT'],
      when: NOT_A_WALLET,
      sentence: 'the wallet must be in wallet',
    },
    ...keptUntil('revoked', 'session', SESSION_COLUMNS, {
      ended: 'a revoked session stays as it is',
      changed: 'a session stays as it was opened: it can only be revoked',
    }),
  ],
  triggers: { sqlite: [], postgres: [] },
  isKept: false,
};

const CHALLENGE_COLUMNS: readonly Column[] = [
  {
    name: 'nonce',
    type: TEXT,
    rule: rule(
      'nonce must be at least 22 letters and digits',
      `nonce ~ '^[0-9A-Za-z]{22,}$'`,
      `length(nonce) >= 22 AND nonce NOT GLOB '*[^0-9A-Za-z]*'`,
    ),
  },
  {
    name: 'browser_hash',
    type: TEXT,
    comment: 'SHA-256 of the cookie of the browser that asked',
    rule: isHash('browser_hash'),
  },
  time('issued_at'),
  time('expires_at'),
  timeOrNull('used_at'),
  { name: 'domain', type: TEXT, rule: isText('domain') },
  { name: 'uri', type: TEXT, rule: isText('uri') },
  { name: 'statement', type: TEXT, rule: isText('statement') },
  { name: 'version', type: TEXT, rule: rule('version must be 1', "version = '1'") },
  {
    name: 'chain_id',
    type: TEXT,
    rule: rule('chain_id must be mainnet', "chain_id = 'mainnet'"),
  },
  REFERRER,
];

export const SIGN_IN_CHALLENGE: Table = {
  name: 'sign_in_challenge',
  comment: 'What a visitor was asked to sign. It is good for one attempt.',
  columns: CHALLENGE_COLUMNS,
  constraints: [
    rule('a challenge must expire after it was issued', 'issued_at < expires_at'),
    'PRIMARY KEY ("nonce")',
  ],
  indexes: ['CREATE INDEX "sign_in_challenge_by_expiry" ON sign_in_challenge (expires_at)'],
  refusals: keptUntil('used', 'sign_in_challenge', CHALLENGE_COLUMNS, {
    ended: 'a used challenge stays as it is',
    changed: 'a challenge stays as it was issued: it can only be used',
  }),
  triggers: { sqlite: [], postgres: [] },
  isKept: false,
};
