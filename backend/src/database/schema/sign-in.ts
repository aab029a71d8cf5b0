import { isHash, isText, isWallet, rule, TEXT, time, timeOrNull } from './rules.js';
import type { PerKind, Refusal, Table } from './table.js';
import { columnsOf, sql } from './table.js';
import { ofKnownWallet } from './triggers.js';

/** A row stays as it was made, but for the one column that ends it. */
function keptUntil(
  end: 'used' | 'revoked',
  table: string,
  definition: PerKind<string>,
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
      events: [`UPDATE OF ${columnsOf(definition, ended).join(', ')}`],
      when: `OLD.${ended} IS NULL`,
      sentence: sentences.changed,
    },
  ];
}

const SESSION_DEFINITION = sql`
  "token_hash" ${TEXT} NOT NULL -- SHA-256 of what the cookie holds
    ${isHash('token_hash')},
  "wallet" ${TEXT} NOT NULL,
  ${time('created_at')},
  ${time('expires_at')},
  ${timeOrNull('revoked_at')},
  "referrer" ${TEXT}, -- whose referral link is in the message
  "signature" ${TEXT} NOT NULL -- of the message, by the wallet; base64
    ${isText('signature')},
  "message" text NOT NULL -- what the wallet signed to open the session
    ${isText('message')},
  ${rule('a session must expire after it was created', 'created_at < expires_at')},
  ${isWallet('session', 'wallet')},
  PRIMARY KEY ("token_hash")`;

export const SESSION: Table = {
  name: 'session',
  comment: 'A browser that has shown that a wallet is its visitor’s.',
  definition: SESSION_DEFINITION,
  indexes: ['CREATE INDEX "session_by_expiry" ON session (expires_at)'],
  refusals: [
    ofKnownWallet('session'),
    ...keptUntil('revoked', 'session', SESSION_DEFINITION, {
      ended: 'a revoked session stays as it is',
      changed: 'a session stays as it was opened: it can only be revoked',
    }),
  ],
};

const NONCE = rule(
  'nonce must be at least 22 letters and digits',
  `nonce ~ '^[0-9A-Za-z]{22,}$'`,
  `length(nonce) >= 22 AND nonce NOT GLOB '*[^0-9A-Za-z]*'`,
);

const CHALLENGE_DEFINITION = sql`
  "nonce" ${TEXT} NOT NULL
    ${NONCE},
  "browser_hash" ${TEXT} NOT NULL -- SHA-256 of the cookie of the browser that asked
    ${isHash('browser_hash')},
  ${time('issued_at')},
  ${time('expires_at')},
  ${timeOrNull('used_at')},
  "input" text NOT NULL -- what the wallet was asked to sign, as Sign In With Solana takes it; JSON
    ${isText('input')},
  ${rule('a challenge must expire after it was issued', 'issued_at < expires_at')},
  PRIMARY KEY ("nonce")`;

export const SIGN_IN_CHALLENGE: Table = {
  name: 'sign_in_challenge',
  comment: 'What a visitor was asked to sign. It is good for one attempt.',
  definition: CHALLENGE_DEFINITION,
  indexes: ['CREATE INDEX "sign_in_challenge_by_expiry" ON sign_in_challenge (expires_at)'],
  refusals: keptUntil('used', 'sign_in_challenge', CHALLENGE_DEFINITION, {
    ended: 'a used challenge stays as it is',
    changed: 'a challenge stays as it was issued: it can only be used',
  }),
};
