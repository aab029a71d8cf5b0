import { hash, isWallet, rule, TEXT, text, time, timeOrNull } from './rules.js';
import type { Table } from './table.js';
import { refuse } from './triggers.js';

export const SIGN_IN_CHALLENGE: Table = {
  name: 'sign_in_challenge',
  comment: 'What a visitor was asked to sign. It is good for one attempt.',
  columns: {
    browser_hash: 'SHA-256 of the cookie of the browser that asked',
    issued_at: 'UTC',
    expires_at: 'UTC',
    used_at: 'UTC',
    referrer: 'whose referral link is in the message',
  },
  create: `
CREATE TABLE "sign_in_challenge" (
  "nonce" ${TEXT} PRIMARY KEY
    ${rule('nonce must be at least 22 letters and digits', `nonce ~ '^[0-9A-Za-z]{22,}$'`)},
  "browser_hash" ${TEXT} NOT NULL
    ${hash('browser_hash')},
  "issued_at" ${TEXT} NOT NULL
    ${time('issued_at')},
  "expires_at" ${TEXT} NOT NULL
    ${time('expires_at')},
  "used_at" ${TEXT}
    ${timeOrNull('used_at')},
  "domain" ${TEXT} NOT NULL
    ${text('domain')},
  "uri" ${TEXT} NOT NULL
    ${text('uri')},
  "statement" ${TEXT} NOT NULL
    ${text('statement')},
  "version" ${TEXT} NOT NULL
    ${rule('version must be 1', "version = '1'")},
  "chain_id" ${TEXT} NOT NULL
    ${rule('chain_id must be mainnet', "chain_id = 'mainnet'")},
  "referrer" ${TEXT},
  ${rule('a challenge must expire after it was issued', 'issued_at < expires_at')}
)`,
  indexes: ['CREATE INDEX "sign_in_challenge_by_expiry" ON sign_in_challenge (expires_at)'],
  triggers: refuse('sign_in_challenge_stays', 'UPDATE ON sign_in_challenge FOR EACH ROW', [
    ['OLD.used_at IS NOT NULL', 'a used challenge stays as it is'],
    [
      `to_jsonb(OLD) - 'used_at' <> to_jsonb(NEW) - 'used_at'`,
      'a challenge stays as it was issued: it can only be used',
    ],
  ]),
};

export const SESSION: Table = {
  name: 'session',
  comment: 'A browser that has shown that a wallet is its visitor’s.',
  columns: {
    token_hash: 'SHA-256 of what the cookie holds',
    created_at: 'UTC',
    expires_at: 'UTC',
    revoked_at: 'UTC',
    referrer: 'whose referral link is in the message',
    message: 'what the wallet signed to open the session',
    signature: 'of the message, by the wallet; base64',
  },
  create: `
CREATE TABLE "session" (
  "token_hash" ${TEXT} PRIMARY KEY
    ${hash('token_hash')},
  "wallet" ${TEXT} NOT NULL,
  "created_at" ${TEXT} NOT NULL
    ${time('created_at')},
  "expires_at" ${TEXT} NOT NULL
    ${time('expires_at')},
  "revoked_at" ${TEXT}
    ${timeOrNull('revoked_at')},
  "referrer" ${TEXT},
  "message" text NOT NULL
    ${text('message')},
  "signature" ${TEXT} NOT NULL
    ${text('signature')},
  ${rule('a session must expire after it was created', 'created_at < expires_at')},
  ${isWallet('session', 'wallet')}
)`,
  indexes: ['CREATE INDEX "session_by_expiry" ON session (expires_at)'],
  triggers: [
    ...refuse('session_strangers_refused', 'INSERT ON session FOR EACH ROW', [
      [
        'NOT EXISTS (SELECT 1 FROM wallet WHERE address = NEW.wallet)',
        'the wallet must be in wallet',
      ],
    ]),
    ...refuse('session_stays', 'UPDATE ON session FOR EACH ROW', [
      ['OLD.revoked_at IS NOT NULL', 'a revoked session stays as it is'],
      [
        `to_jsonb(OLD) - 'revoked_at' <> to_jsonb(NEW) - 'revoked_at'`,
        'a session stays as it was opened: it can only be revoked',
      ],
    ]),
  ],
};
