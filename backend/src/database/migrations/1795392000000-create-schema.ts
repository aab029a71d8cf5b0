import { SqlMigration } from './sql-migration.js';
import { forBoth, withTableComments, type TableDialect } from './table-dialect.js';

const PROOF_IS_COMPLETE = `CASE status WHEN 'proven' THEN proven_at IS NOT NULL AND log_index IS NOT NULL AND week IS NOT NULL
      ELSE proven_at IS NULL AND log_index IS NULL AND week IS NULL END`;

const schema = (d: TableDialect): string => `
CREATE TABLE "wallet" (
  -- A wallet that has been seen, with its totals. Triggers count them from other rows.
  "joined_number" ${d.key} -- 1 came first
    ${d.wholeNumber('joined_number', 1, 4294967295)},
  "address" ${d.varchar} UNIQUE NOT NULL -- Solana public key
    ${d.check('address must be a Solana address: 32 to 44 characters of base58', d.consistsOf('address', '1-9A-HJ-NP-Za-km-z', 32, 44))},
  "joined_at" ${d.varchar} DEFAULT ${d.now} NOT NULL -- UTC
    ${d.time('joined_at')},
  "direct_recruits" integer DEFAULT 0 NOT NULL -- claimed and proven; counted by triggers on referral
    ${d.wholeNumber('direct_recruits', 0, 2147483647)},
  "proven_recruits" integer DEFAULT 0 NOT NULL -- counted by triggers on referral
    ${d.check('proven_recruits must be from 0 to direct_recruits', d.typed('proven_recruits', 'integer', 'proven_recruits BETWEEN 0 AND direct_recruits'))},
  "points" integer DEFAULT 0 NOT NULL -- the last total in ledger_entry
    ${d.wholeNumber('points', -2147483648, 2147483647)},
  "banned_at" ${d.varchar} -- UTC; empty unless the wallet is banned
    ${d.timeOrNull('banned_at')},
  "lateness" ${d.bigint} GENERATED ALWAYS AS (-joined_number) ${d.generated} -- sorts ties of the leaderboard: who joined first comes first
);

CREATE TABLE "audit_log" (
  -- What the operator did, and why. Written by ops ban, unban, revoke, unrevoke, sign-out-all and new-log. Rows are
  -- never changed or removed.
  "number" ${d.key} -- 1 came first
    ${d.check('number must be above 0', 'number > 0')},
  "action" ${d.varchar} NOT NULL
    ${d.oneOf('action', 'ban, unban, revoke, unrevoke, sign-out-all, new-log')},
  "subject" ${d.varchar} -- ban, unban: the wallet; revoke, unrevoke: the recruit of the referral
    ${d.check('a sign-out-all or new-log, and nothing else, has no subject', `(${d.isOneOf('action', "'sign-out-all', 'new-log'")}) = (subject IS NULL)`)},
  "why" ${d.varchar} NOT NULL
    ${d.nonEmpty('why')},
  "acted_at" ${d.varchar} DEFAULT ${d.now} NOT NULL -- UTC
    ${d.time('acted_at')},
  CONSTRAINT "audit_log_subject_is_a_wallet" FOREIGN KEY ("subject") REFERENCES "wallet" ("address")
);

CREATE TABLE "log_entry" (
  -- The transparency log: everything that makes or unmakes recruit points. Rows are never changed or removed.
  "log_index" ${d.bigint} PRIMARY KEY NOT NULL -- 0 came first, without gaps
    ${d.check('log_index must be from 0', 'log_index >= 0')},
  "entry" text NOT NULL -- JSON, hashed as it is; ops verify knows its forms
    ${d.check('entry must be JSON of at most 65535 bytes', d.isJson('entry', 65_535))}
);

CREATE TABLE "log_tile" (
  -- Hashes of the full tiles of the log, in base64. They follow from log_entry.
  "level" ${d.bigint} NOT NULL,
  "number" ${d.bigint} NOT NULL, -- 0 came first
  "hash" ${d.varchar} NOT NULL
    ${d.check('hash must be a SHA-256 in base64', 'length(hash) = 44')},
  PRIMARY KEY ("level", "number")
);

CREATE TABLE "referral" (
  -- The referrals that count. One that the operator revokes is moved to revoked_referral.
  "recruit" ${d.varchar} NOT NULL, -- has one referrer
  "referrer" ${d.varchar} NOT NULL,
  "status" ${d.varchar} NOT NULL -- claimed: somebody said so; proven: the recruit signed
    ${d.oneOf('status', 'claimed, proven')},
  "claimed_at" ${d.varchar} DEFAULT ${d.now} NOT NULL -- UTC
    ${d.time('claimed_at')},
  "proven_at" ${d.varchar} -- UTC
    ${d.timeOrNull('proven_at')},
  "log_index" ${d.bigint}, -- of the proof in log_entry
  "week" ${d.varchar} -- such as 2026-W48, UTC, in which the recruit signed
    ${d.check('week must be empty or like 2026-W48', `week IS NULL OR (${d.typed('week', 'text', 'length(week) = 8')})`)},
  ${d.check('a wallet must not recruit itself', 'recruit <> referrer')},
  ${d.check('proven, and only then: proven_at, log_index, week', PROOF_IS_COMPLETE)},
  CONSTRAINT "referral_recruit_is_a_wallet" FOREIGN KEY ("recruit") REFERENCES "wallet" ("address"),
  CONSTRAINT "referral_referrer_is_a_wallet" FOREIGN KEY ("referrer") REFERENCES "wallet" ("address"),
  CONSTRAINT "referral_is_in_the_log" FOREIGN KEY ("log_index") REFERENCES "log_entry" ("log_index"),
  PRIMARY KEY ("recruit")
);

CREATE TABLE "claim_history_entry" (
  -- Claims that ended, and why. A wallet that declined a claim cannot be claimed again, but may still prove who
  -- recruited it.
  "number" ${d.key} -- 1 ended first
    ${d.check('number must be above 0', 'number > 0')},
  "recruit" ${d.varchar} NOT NULL,
  "referrer" ${d.varchar} NOT NULL,
  "claimed_at" ${d.varchar} NOT NULL -- UTC
    ${d.time('claimed_at')},
  "reason" ${d.varchar} NOT NULL -- expired: not proven in time; declined: by the recruit; made room: there were too many
    ${d.check('reason: expired, declined, displaced by a proof, or made room', d.isOneOf('reason', "'expired', 'declined', 'displaced by a proof', 'made room'"))},
  "ended_at" ${d.varchar} DEFAULT ${d.now} NOT NULL -- UTC
    ${d.time('ended_at')},
  CONSTRAINT "claim_history_recruit_is_a_wallet" FOREIGN KEY ("recruit") REFERENCES "wallet" ("address"),
  CONSTRAINT "claim_history_referrer_is_a_wallet" FOREIGN KEY ("referrer") REFERENCES "wallet" ("address")
);

CREATE TABLE "revoked_referral" (
  -- Referrals that the operator revoked: they count for nothing, and the recruit gets no other.
  "recruit" ${d.varchar} NOT NULL, -- has one referrer
  "referrer" ${d.varchar} NOT NULL,
  "status" ${d.varchar} NOT NULL -- claimed: somebody said so; proven: the recruit signed
    ${d.oneOf('status', 'claimed, proven')},
  "claimed_at" ${d.varchar} NOT NULL -- UTC
    ${d.time('claimed_at')},
  "proven_at" ${d.varchar} -- UTC
    ${d.timeOrNull('proven_at')},
  "log_index" ${d.bigint}, -- of the proof in log_entry
  "week" ${d.varchar} -- such as 2026-W48, UTC, in which the recruit signed
    ${d.check('week must be empty or like 2026-W48', `week IS NULL OR (${d.typed('week', 'text', 'length(week) = 8')})`)},
  "revoked_at" ${d.varchar} DEFAULT ${d.now} NOT NULL -- UTC
    ${d.time('revoked_at')},
  "action_number" ${d.bigint} NOT NULL, -- of the row in audit_log that says why
  ${d.check('a wallet must not recruit itself', 'recruit <> referrer')},
  ${d.check('proven, and only then: proven_at, log_index, week', PROOF_IS_COMPLETE)},
  CONSTRAINT "revoked_referral_recruit_is_a_wallet" FOREIGN KEY ("recruit") REFERENCES "wallet" ("address"),
  CONSTRAINT "revoked_referral_referrer_is_a_wallet" FOREIGN KEY ("referrer") REFERENCES "wallet" ("address"),
  CONSTRAINT "revoked_referral_is_in_the_log" FOREIGN KEY ("log_index") REFERENCES "log_entry" ("log_index"),
  CONSTRAINT "revoked_referral_has_its_action" FOREIGN KEY ("action_number") REFERENCES "audit_log" ("number"),
  PRIMARY KEY ("recruit")
);

CREATE TABLE "ledger_entry" (
  -- The ledger: every point there is, in order. Rows are never changed or removed: a reversal takes an entry back.
  -- The view ledger says in words what each is for.
  "number" ${d.key} -- 1 came first
    ${d.check('number must be above 0', 'number > 0')},
  "wallet" ${d.varchar} NOT NULL, -- whose points they are
  "cause" ${d.varchar} NOT NULL
    ${d.oneOf('cause', 'recruit, check-in, reversal, ban, unban')},
  "reference" ${d.varchar} NOT NULL, -- recruit: its address; check-in: the UTC day; reversal: the number of the entry that is taken back; ban, unban: the number of the audit_log
  "points" integer NOT NULL
    ${d.check('points: 1000 a recruit, 100 a check-in, not 0 a reversal', d.typed('points', 'integer', "CASE cause WHEN 'recruit' THEN points = 1000 WHEN 'check-in' THEN points = 100 WHEN 'reversal' THEN points <> 0 ELSE true END"))},
  "total" integer NOT NULL -- points of the wallet after this entry
    ${d.check('total must be 0 after a ban', d.typed('total', 'integer', "(cause <> 'ban' OR total = 0)"))},
  "recorded_at" ${d.varchar} DEFAULT ${d.now} NOT NULL -- UTC
    ${d.time('recorded_at')},
  CONSTRAINT "ledger_entry_wallet_is_a_wallet" FOREIGN KEY ("wallet") REFERENCES "wallet" ("address")
);

CREATE TABLE "check_in" (
  -- A day on which a wallet was here with a proven session.
  "wallet" ${d.varchar} NOT NULL,
  "day" ${d.varchar} DEFAULT ${d.today} NOT NULL -- UTC
    ${d.check('day must be a day such as 2026-11-21', d.isDay('day'))},
  "checked_in_at" ${d.varchar} DEFAULT ${d.now} NOT NULL -- UTC; the first visit of the day
    ${d.time('checked_in_at')},
  ${d.check('checked_in_at must be on the day', 'substr(checked_in_at, 1, 10) = day')},
  CONSTRAINT "check_in_wallet_is_a_wallet" FOREIGN KEY ("wallet") REFERENCES "wallet" ("address"),
  PRIMARY KEY ("wallet", "day")
);

CREATE TABLE "session" (
  -- A sign-in of a browser. It is removed after it expires.
  "token_hash" ${d.varchar} NOT NULL -- SHA-256 of what the cookie holds
    ${d.sha256('token_hash')},
  "wallet" ${d.varchar} NOT NULL,
  "created_at" ${d.varchar} NOT NULL -- UTC
    ${d.time('created_at')},
  "expires_at" ${d.varchar} NOT NULL -- UTC
    ${d.time('expires_at')},
  "revoked_at" ${d.varchar} -- UTC
    ${d.timeOrNull('revoked_at')},
  "referrer" ${d.varchar}, -- whose referral link is in the message
  "signature" ${d.varchar} NOT NULL -- of the message, by the wallet; base64
    ${d.nonEmpty('signature')},
  "message" text NOT NULL -- what the wallet signed to open the session
    ${d.nonEmpty('message')},
  ${d.check('a session must expire after it was created', 'created_at < expires_at')},
  CONSTRAINT "session_wallet_is_a_wallet" FOREIGN KEY ("wallet") REFERENCES "wallet" ("address"),
  PRIMARY KEY ("token_hash")
);

CREATE TABLE "sign_in_challenge" (
  -- A message that a visitor was asked to sign. It is valid for one attempt.
  "nonce" ${d.varchar} NOT NULL
    ${d.check('nonce must be at least 22 letters and digits', d.consistsOf('nonce', '0-9A-Za-z', 22))},
  "browser_hash" ${d.varchar} NOT NULL -- SHA-256 of the cookie of the browser that asked
    ${d.sha256('browser_hash')},
  "issued_at" ${d.varchar} NOT NULL -- UTC
    ${d.time('issued_at')},
  "expires_at" ${d.varchar} NOT NULL -- UTC
    ${d.time('expires_at')},
  "used_at" ${d.varchar} -- UTC
    ${d.timeOrNull('used_at')},
  "input" text NOT NULL -- the input of Sign In With Solana, in JSON
    ${d.nonEmpty('input')},
  ${d.check('a challenge must expire after it was issued', 'issued_at < expires_at')},
  PRIMARY KEY ("nonce")
);

CREATE TABLE "internal_week_total" (
  -- Internal. What each referrer recruited in a week, for the board of the week. Counted by triggers on referral, and by ops ban
  -- and revoke.
  "week" ${d.varchar} NOT NULL -- such as 2026-W48, UTC, in which the recruits signed
    ${d.check('week must be like 2026-W48', 'length(week) = 8')},
  "referrer_number" ${d.bigint} NOT NULL, -- joined_number of the referrer
  "recruits" integer DEFAULT 0 NOT NULL -- proven; 0 while the referrer is banned
    ${d.wholeNumber('recruits', 0, 2147483647)},
  "lateness" ${d.bigint} GENERATED ALWAYS AS (-referrer_number) ${d.generated}, -- as in wallet
  PRIMARY KEY ("referrer_number", "week")
);

CREATE TABLE "internal_point_count" (
  -- Internal. How many ranked wallets have exactly this many points. A rank is 1 + the wallets with more. Counted by triggers.
  "board" ${d.varchar} NOT NULL, -- a week such as 2026-W48, or empty for all time
  "points" integer NOT NULL,
  "wallets" integer NOT NULL,
  PRIMARY KEY ("board", "points")
)${d.withoutRowId}`;

const RATE_LIMIT = `
CREATE TABLE "internal_rate_limit" (
  -- Internal. How much of their rate limits clients have used. Unlogged: it is empty after a crash.
  "key" varchar COLLATE "C" NOT NULL,
  "points" integer NOT NULL,
  "expire" bigint NOT NULL,
  PRIMARY KEY ("key")
);

ALTER TABLE internal_rate_limit SET UNLOGGED`;

export class CreateSchema1795392000000 extends SqlMigration {
  private readonly tables = forBoth(schema);

  readonly sql = {
    ...this.tables,
    postgres: `${this.tables.postgres};\n${withTableComments(RATE_LIMIT)}`,
  };
}
