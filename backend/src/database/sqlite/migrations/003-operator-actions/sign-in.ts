import { isWallet, refuse, rule, text, time, timeOrNull } from './rules.js';
import type { Table } from './table.js';

const isHash = (column: string): string =>
  rule(
    `${column} must be a SHA-256 in hexadecimal`,
    `length(${column}) = 64 AND ${column} NOT GLOB '*[^0-9a-f]*'`,
  );

export const SIGN_IN_CHALLENGE: Table = {
  name: 'sign_in_challenge',
  create: `
CREATE TABLE "sign_in_challenge" (
  -- What a visitor was asked to sign. It is good for one attempt.
  "nonce" varchar PRIMARY KEY NOT NULL
    ${rule(
      'nonce must be at least 22 letters and digits',
      `length(nonce) >= 22 AND nonce NOT GLOB '*[^0-9A-Za-z]*'`,
    )},
  "browser_hash" varchar NOT NULL -- of the cookie of the browser that asked
    ${isHash('browser_hash')},
  "issued_at" varchar NOT NULL
    ${time('issued_at')},
  "expires_at" varchar NOT NULL
    ${time('expires_at')},
  "used_at" varchar
    ${timeOrNull('used_at')},
  "domain" varchar NOT NULL
    ${text('domain')},
  "uri" varchar NOT NULL
    ${text('uri')},
  "statement" varchar NOT NULL
    ${text('statement')},
  "version" varchar NOT NULL
    ${rule('version must be 1', "version = '1'")},
  "chain_id" varchar NOT NULL
    ${rule('chain_id must be mainnet', "chain_id = 'mainnet'")},
  "referrer" varchar, -- whose referral link is in the message
  ${rule('a challenge must expire after it was issued', 'issued_at < expires_at')}
)`,
  kept: 'nonce, browser_hash, issued_at, expires_at, used_at, domain, uri, statement, version, chain_id, referrer',
  indexes: ['CREATE INDEX "sign_in_challenge_by_expiry" ON sign_in_challenge (expires_at)'],
  triggers: [
    refuse(
      'sign_in_challenge_stays_used',
      'UPDATE ON sign_in_challenge',
      'OLD.used_at IS NOT NULL',
      'a used challenge stays as it is',
    ),
    refuse(
      'sign_in_challenge_stays_as_issued',
      'UPDATE OF nonce, browser_hash, issued_at, expires_at, domain, uri, statement, version, chain_id, referrer ON sign_in_challenge',
      'OLD.used_at IS NULL',
      'a challenge stays as it was issued: it can only be used',
    ),
  ],
};

export const SESSION: Table = {
  name: 'session',
  create: `
CREATE TABLE "session" (
  -- A browser that has shown that a wallet is its visitor's.
  "token_hash" varchar PRIMARY KEY NOT NULL -- of what the cookie holds
    ${isHash('token_hash')},
  "wallet" varchar NOT NULL,
  "created_at" varchar NOT NULL
    ${time('created_at')},
  "expires_at" varchar NOT NULL
    ${time('expires_at')},
  "revoked_at" varchar
    ${timeOrNull('revoked_at')},
  "referrer" varchar, -- whose referral link is in the message
  "message" text NOT NULL -- what the wallet signed to open the session
    ${text('message')},
  "signature" varchar NOT NULL -- of the message, by the wallet; base64
    ${text('signature')},
  ${rule('a session must expire after it was created', 'created_at < expires_at')},
  ${isWallet('session', 'wallet')}
)`,
  kept: 'token_hash, wallet, created_at, expires_at, revoked_at, referrer, message, signature',
  indexes: ['CREATE INDEX "session_by_expiry" ON session (expires_at)'],
  triggers: [
    refuse(
      'session_strangers_refused',
      'INSERT ON session',
      'NOT EXISTS (SELECT 1 FROM wallet WHERE address = NEW.wallet)',
      'the wallet must be in wallet',
    ),
    refuse(
      'session_stays_revoked',
      'UPDATE ON session',
      'OLD.revoked_at IS NOT NULL',
      'a revoked session stays as it is',
    ),
    refuse(
      'session_stays_as_opened',
      'UPDATE OF token_hash, wallet, created_at, expires_at, referrer, message, signature ON session',
      'OLD.revoked_at IS NULL',
      'a session stays as it was opened: it can only be revoked',
    ),
  ],
};
