import { isHash, isText, isWallet, rule, TEXT, time, timeOrNull } from './rules.js';
import { statements, table } from './table.js';
import { OF_NO_WALLET, refuse } from './triggers.js';

export const SESSION = statements(
  table('session', 'A browser that has shown that a wallet is its visitor’s.')`
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
  PRIMARY KEY ("token_hash")`,
  'CREATE INDEX "session_by_expiry" ON session (expires_at)',
  refuse('session_orphans_refused', 'INSERT ON session')`${OF_NO_WALLET}`,
  refuse(
    'session_stays_as_made',
    'UPDATE OF token_hash, wallet, created_at, expires_at, referrer, signature, message ON session',
  )`
    WHEN OLD.revoked_at IS NULL
    THEN RAISE(ABORT, 'a session stays as it was opened: it can only be revoked')`,
  refuse('session_stays_revoked', 'UPDATE ON session')`
    WHEN OLD.revoked_at IS NOT NULL
    THEN RAISE(ABORT, 'a revoked session stays as it is')`,
);

const NONCE = rule('nonce must be at least 22 letters and digits', {
  sqlite: `length(nonce) >= 22 AND nonce NOT GLOB '*[^0-9A-Za-z]*'`,
  postgres: `nonce ~ '^[0-9A-Za-z]{22,}$'`,
});

export const SIGN_IN_CHALLENGE = statements(
  table('sign_in_challenge', 'What a visitor was asked to sign. It is good for one attempt.')`
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
  PRIMARY KEY ("nonce")`,
  'CREATE INDEX "sign_in_challenge_by_expiry" ON sign_in_challenge (expires_at)',
  refuse(
    'sign_in_challenge_stays_as_made',
    'UPDATE OF nonce, browser_hash, issued_at, expires_at, input ON sign_in_challenge',
  )`
    WHEN OLD.used_at IS NULL
    THEN RAISE(ABORT, 'a challenge stays as it was issued: it can only be used')`,
  refuse('sign_in_challenge_stays_used', 'UPDATE ON sign_in_challenge')`
    WHEN OLD.used_at IS NOT NULL
    THEN RAISE(ABORT, 'a used challenge stays as it is')`,
);
