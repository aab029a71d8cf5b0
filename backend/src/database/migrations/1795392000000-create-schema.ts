import { SqlMigration } from './sql-migration.js';

const SQLITE = `
CREATE TABLE "wallet" (
  -- A wallet that has been seen, with its totals. Triggers count them from other rows.
  "joined_number" integer PRIMARY KEY AUTOINCREMENT NOT NULL -- 1 came first
    CONSTRAINT [joined_number must be a whole number from 1 to 4294967295] CHECK (typeof(joined_number) = 'integer' AND joined_number BETWEEN 1 AND 4294967295),
  "address" varchar UNIQUE NOT NULL -- Solana public key
    CONSTRAINT [address must be a Solana address: 32 to 44 characters of base58] CHECK (typeof(address) = 'text' AND length(address) BETWEEN 32 AND 44 AND address NOT GLOB '*[^1-9A-HJ-NP-Za-km-z]*'),
  "joined_at" varchar DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL -- UTC
    CONSTRAINT [joined_at must be a time like 2026-11-21T12:00:00.000Z] CHECK (joined_at GLOB '????-??-??T??:??:??.???Z' AND strftime('%Y-%m-%dT%H:%M:%fZ', joined_at, '+0 days') IS joined_at),
  "direct_recruits" integer DEFAULT 0 NOT NULL -- claimed and proven; counted by triggers on referral
    CONSTRAINT [direct_recruits must be a whole number from 0 to 2147483647] CHECK (typeof(direct_recruits) = 'integer' AND direct_recruits BETWEEN 0 AND 2147483647),
  "proven_recruits" integer DEFAULT 0 NOT NULL -- counted by triggers on referral
    CONSTRAINT [proven_recruits must be from 0 to direct_recruits] CHECK (typeof(proven_recruits) = 'integer' AND proven_recruits BETWEEN 0 AND direct_recruits),
  "points" integer DEFAULT 0 NOT NULL -- the last total in ledger_entry
    CONSTRAINT [points must be a whole number from -2147483648 to 2147483647] CHECK (typeof(points) = 'integer' AND points BETWEEN -2147483648 AND 2147483647),
  "banned_at" varchar -- UTC; empty unless the wallet is banned
    CONSTRAINT [banned_at must be empty or like 2026-11-21T12:00:00.000Z] CHECK (banned_at IS NULL OR (banned_at GLOB '????-??-??T??:??:??.???Z' AND strftime('%Y-%m-%dT%H:%M:%fZ', banned_at, '+0 days') IS banned_at)),
  "lateness" integer GENERATED ALWAYS AS (-joined_number) VIRTUAL -- sorts ties of the leaderboard: who joined first comes first
);

CREATE TABLE "audit_log" (
  -- What the operator did, and why. Written by ops ban, unban, revoke, unrevoke, sign-out-all and new-log. Rows are
  -- never changed or removed.
  "number" integer PRIMARY KEY AUTOINCREMENT NOT NULL -- 1 came first
    CONSTRAINT [number must be above 0] CHECK (number > 0),
  "action" varchar NOT NULL
    CONSTRAINT [action must be one of: ban, unban, revoke, unrevoke, sign-out-all, new-log] CHECK (action IN ('ban', 'unban', 'revoke', 'unrevoke', 'sign-out-all', 'new-log')),
  "subject" varchar -- ban, unban: the wallet; revoke, unrevoke: the recruit of the referral
    CONSTRAINT [a sign-out-all or new-log, and nothing else, has no subject] CHECK ((action IN ('sign-out-all', 'new-log')) = (subject IS NULL)),
  "why" varchar NOT NULL
    CONSTRAINT [why must be text that is not empty] CHECK (typeof(why) = 'text' AND trim(why) <> ''),
  "acted_at" varchar DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL -- UTC
    CONSTRAINT [acted_at must be a time like 2026-11-21T12:00:00.000Z] CHECK (acted_at GLOB '????-??-??T??:??:??.???Z' AND strftime('%Y-%m-%dT%H:%M:%fZ', acted_at, '+0 days') IS acted_at),
  CONSTRAINT "audit_log_subject_is_a_wallet" FOREIGN KEY ("subject") REFERENCES "wallet" ("address")
);

CREATE TABLE "log_entry" (
  -- The transparency log: everything that makes or unmakes recruit points. Rows are never changed or removed.
  "log_index" integer PRIMARY KEY NOT NULL -- 0 came first, without gaps
    CONSTRAINT [log_index must be from 0] CHECK (log_index >= 0),
  "entry" text NOT NULL -- JSON, hashed as it is; ops verify knows its forms
    CONSTRAINT [entry must be JSON of at most 65535 bytes] CHECK (typeof(entry) = 'text' AND json_valid(entry) AND length(CAST(entry AS blob)) <= 65535)
);

CREATE TABLE "log_tile" (
  -- Hashes of the full tiles of the log, in base64. They follow from log_entry.
  "level" integer NOT NULL,
  "number" integer NOT NULL, -- 0 came first
  "hash" varchar NOT NULL
    CONSTRAINT [hash must be a SHA-256 in base64] CHECK (typeof(hash) = 'text' AND length(hash) = 44),
  PRIMARY KEY ("level", "number")
);

CREATE TABLE "referral" (
  -- The referrals that count. One that the operator revokes is moved to revoked_referral.
  "recruit" varchar NOT NULL, -- has one referrer
  "referrer" varchar NOT NULL,
  "status" varchar NOT NULL -- claimed: somebody said so; proven: the recruit signed
    CONSTRAINT [status must be one of: claimed, proven] CHECK (status IN ('claimed', 'proven')),
  "claimed_at" varchar DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL -- UTC
    CONSTRAINT [claimed_at must be a time like 2026-11-21T12:00:00.000Z] CHECK (claimed_at GLOB '????-??-??T??:??:??.???Z' AND strftime('%Y-%m-%dT%H:%M:%fZ', claimed_at, '+0 days') IS claimed_at),
  "proven_at" varchar -- UTC
    CONSTRAINT [proven_at must be empty or like 2026-11-21T12:00:00.000Z] CHECK (proven_at IS NULL OR (proven_at GLOB '????-??-??T??:??:??.???Z' AND strftime('%Y-%m-%dT%H:%M:%fZ', proven_at, '+0 days') IS proven_at)),
  "log_index" integer, -- of the proof in log_entry
  "week" varchar -- such as 2026-W48, UTC, in which the recruit signed
    CONSTRAINT [week must be empty or like 2026-W48] CHECK (week IS NULL OR (typeof(week) = 'text' AND length(week) = 8)),
  CONSTRAINT [a wallet must not recruit itself] CHECK (recruit <> referrer),
  CONSTRAINT [proven, and only then: proven_at, log_index, week] CHECK (CASE status WHEN 'proven' THEN proven_at IS NOT NULL AND log_index IS NOT NULL AND week IS NOT NULL
      ELSE coalesce(proven_at, log_index, week) IS NULL END),
  CONSTRAINT "referral_recruit_is_a_wallet" FOREIGN KEY ("recruit") REFERENCES "wallet" ("address"),
  CONSTRAINT "referral_referrer_is_a_wallet" FOREIGN KEY ("referrer") REFERENCES "wallet" ("address"),
  CONSTRAINT "referral_is_in_the_log" FOREIGN KEY ("log_index") REFERENCES "log_entry" ("log_index"),
  PRIMARY KEY ("recruit")
);

CREATE TABLE "claim_history_entry" (
  -- Claims that ended, and why. A wallet that declined a claim cannot be claimed again, but may still prove who
  -- recruited it.
  "number" integer PRIMARY KEY AUTOINCREMENT NOT NULL -- 1 ended first
    CONSTRAINT [number must be above 0] CHECK (number > 0),
  "recruit" varchar NOT NULL,
  "referrer" varchar NOT NULL,
  "claimed_at" varchar NOT NULL -- UTC
    CONSTRAINT [claimed_at must be a time like 2026-11-21T12:00:00.000Z] CHECK (claimed_at GLOB '????-??-??T??:??:??.???Z' AND strftime('%Y-%m-%dT%H:%M:%fZ', claimed_at, '+0 days') IS claimed_at),
  "reason" varchar NOT NULL -- expired: not proven in time; declined: by the recruit; made room: there were too many
    CONSTRAINT [reason: expired, declined, displaced by a proof, or made room] CHECK (reason IN ('expired', 'declined', 'displaced by a proof', 'made room')),
  "ended_at" varchar DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL -- UTC
    CONSTRAINT [ended_at must be a time like 2026-11-21T12:00:00.000Z] CHECK (ended_at GLOB '????-??-??T??:??:??.???Z' AND strftime('%Y-%m-%dT%H:%M:%fZ', ended_at, '+0 days') IS ended_at),
  CONSTRAINT "claim_history_recruit_is_a_wallet" FOREIGN KEY ("recruit") REFERENCES "wallet" ("address"),
  CONSTRAINT "claim_history_referrer_is_a_wallet" FOREIGN KEY ("referrer") REFERENCES "wallet" ("address")
);

CREATE TABLE "revoked_referral" (
  -- Referrals that the operator revoked: they count for nothing, and the recruit gets no other.
  "recruit" varchar NOT NULL, -- has one referrer
  "referrer" varchar NOT NULL,
  "status" varchar NOT NULL -- claimed: somebody said so; proven: the recruit signed
    CONSTRAINT [status must be one of: claimed, proven] CHECK (status IN ('claimed', 'proven')),
  "claimed_at" varchar NOT NULL -- UTC
    CONSTRAINT [claimed_at must be a time like 2026-11-21T12:00:00.000Z] CHECK (claimed_at GLOB '????-??-??T??:??:??.???Z' AND strftime('%Y-%m-%dT%H:%M:%fZ', claimed_at, '+0 days') IS claimed_at),
  "proven_at" varchar -- UTC
    CONSTRAINT [proven_at must be empty or like 2026-11-21T12:00:00.000Z] CHECK (proven_at IS NULL OR (proven_at GLOB '????-??-??T??:??:??.???Z' AND strftime('%Y-%m-%dT%H:%M:%fZ', proven_at, '+0 days') IS proven_at)),
  "log_index" integer, -- of the proof in log_entry
  "week" varchar -- such as 2026-W48, UTC, in which the recruit signed
    CONSTRAINT [week must be empty or like 2026-W48] CHECK (week IS NULL OR (typeof(week) = 'text' AND length(week) = 8)),
  "revoked_at" varchar DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL -- UTC
    CONSTRAINT [revoked_at must be a time like 2026-11-21T12:00:00.000Z] CHECK (revoked_at GLOB '????-??-??T??:??:??.???Z' AND strftime('%Y-%m-%dT%H:%M:%fZ', revoked_at, '+0 days') IS revoked_at),
  "action_number" integer NOT NULL, -- of the row in audit_log that says why
  CONSTRAINT [a wallet must not recruit itself] CHECK (recruit <> referrer),
  CONSTRAINT [proven, and only then: proven_at, log_index, week] CHECK (CASE status WHEN 'proven' THEN proven_at IS NOT NULL AND log_index IS NOT NULL AND week IS NOT NULL
      ELSE coalesce(proven_at, log_index, week) IS NULL END),
  CONSTRAINT "revoked_referral_recruit_is_a_wallet" FOREIGN KEY ("recruit") REFERENCES "wallet" ("address"),
  CONSTRAINT "revoked_referral_referrer_is_a_wallet" FOREIGN KEY ("referrer") REFERENCES "wallet" ("address"),
  CONSTRAINT "revoked_referral_is_in_the_log" FOREIGN KEY ("log_index") REFERENCES "log_entry" ("log_index"),
  CONSTRAINT "revoked_referral_has_its_action" FOREIGN KEY ("action_number") REFERENCES "audit_log" ("number"),
  PRIMARY KEY ("recruit")
);

CREATE TABLE "ledger_entry" (
  -- The ledger: every point there is, in order. Rows are never changed or removed: a reversal takes an entry back.
  -- The view ledger says in words what each is for.
  "number" integer PRIMARY KEY AUTOINCREMENT NOT NULL -- 1 came first
    CONSTRAINT [number must be above 0] CHECK (number > 0),
  "wallet" varchar NOT NULL, -- whose points they are
  "cause" varchar NOT NULL
    CONSTRAINT [cause must be one of: recruit, check-in, reversal, ban, unban] CHECK (cause IN ('recruit', 'check-in', 'reversal', 'ban', 'unban')),
  "reference" varchar NOT NULL, -- recruit: its address; check-in: the UTC day; reversal: the number of the entry that is taken back; ban, unban: the number of the audit_log
  "points" integer NOT NULL
    CONSTRAINT [points: 1000 a recruit, 100 a check-in, not 0 a reversal] CHECK (typeof(points) = 'integer' AND CASE cause WHEN 'recruit' THEN points = 1000 WHEN 'check-in' THEN points = 100 WHEN 'reversal' THEN points <> 0 ELSE true END),
  "total" integer NOT NULL -- points of the wallet after this entry
    CONSTRAINT [total must be 0 after a ban] CHECK (typeof(total) = 'integer' AND (cause <> 'ban' OR total = 0)),
  "recorded_at" varchar DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL -- UTC
    CONSTRAINT [recorded_at must be a time like 2026-11-21T12:00:00.000Z] CHECK (recorded_at GLOB '????-??-??T??:??:??.???Z' AND strftime('%Y-%m-%dT%H:%M:%fZ', recorded_at, '+0 days') IS recorded_at),
  CONSTRAINT "ledger_entry_wallet_is_a_wallet" FOREIGN KEY ("wallet") REFERENCES "wallet" ("address")
);

CREATE TABLE "check_in" (
  -- A day on which a wallet was here with a proven session.
  "wallet" varchar NOT NULL,
  "day" varchar DEFAULT (date('now')) NOT NULL -- UTC
    CONSTRAINT [day must be a day such as 2026-11-21] CHECK (day GLOB '????-??-??' AND date(day, '+0 days') IS day),
  "checked_in_at" varchar DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL -- UTC; the first visit of the day
    CONSTRAINT [checked_in_at must be a time like 2026-11-21T12:00:00.000Z] CHECK (checked_in_at GLOB '????-??-??T??:??:??.???Z' AND strftime('%Y-%m-%dT%H:%M:%fZ', checked_in_at, '+0 days') IS checked_in_at),
  CONSTRAINT [checked_in_at must be on the day] CHECK (substr(checked_in_at, 1, 10) = day),
  CONSTRAINT "check_in_wallet_is_a_wallet" FOREIGN KEY ("wallet") REFERENCES "wallet" ("address"),
  PRIMARY KEY ("wallet", "day")
);

CREATE TABLE "session" (
  -- A sign-in of a browser. It is removed after it expires.
  "token_hash" varchar NOT NULL -- SHA-256 of what the cookie holds
    CONSTRAINT [token_hash must be a SHA-256 in hexadecimal] CHECK (length(token_hash) = 64 AND token_hash NOT GLOB '*[^0-9a-f]*'),
  "wallet" varchar NOT NULL,
  "created_at" varchar NOT NULL -- UTC
    CONSTRAINT [created_at must be a time like 2026-11-21T12:00:00.000Z] CHECK (created_at GLOB '????-??-??T??:??:??.???Z' AND strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+0 days') IS created_at),
  "expires_at" varchar NOT NULL -- UTC
    CONSTRAINT [expires_at must be a time like 2026-11-21T12:00:00.000Z] CHECK (expires_at GLOB '????-??-??T??:??:??.???Z' AND strftime('%Y-%m-%dT%H:%M:%fZ', expires_at, '+0 days') IS expires_at),
  "revoked_at" varchar -- UTC
    CONSTRAINT [revoked_at must be empty or like 2026-11-21T12:00:00.000Z] CHECK (revoked_at IS NULL OR (revoked_at GLOB '????-??-??T??:??:??.???Z' AND strftime('%Y-%m-%dT%H:%M:%fZ', revoked_at, '+0 days') IS revoked_at)),
  "referrer" varchar, -- whose referral link is in the message
  "signature" varchar NOT NULL -- of the message, by the wallet; base64
    CONSTRAINT [signature must be text that is not empty] CHECK (typeof(signature) = 'text' AND trim(signature) <> ''),
  "message" text NOT NULL -- what the wallet signed to open the session
    CONSTRAINT [message must be text that is not empty] CHECK (typeof(message) = 'text' AND trim(message) <> ''),
  CONSTRAINT [a session must expire after it was created] CHECK (created_at < expires_at),
  CONSTRAINT "session_wallet_is_a_wallet" FOREIGN KEY ("wallet") REFERENCES "wallet" ("address"),
  PRIMARY KEY ("token_hash")
);

CREATE TABLE "sign_in_challenge" (
  -- A message that a visitor was asked to sign. It is valid for one attempt.
  "nonce" varchar NOT NULL
    CONSTRAINT [nonce must be at least 22 letters and digits] CHECK (length(nonce) >= 22 AND nonce NOT GLOB '*[^0-9A-Za-z]*'),
  "browser_hash" varchar NOT NULL -- SHA-256 of the cookie of the browser that asked
    CONSTRAINT [browser_hash must be a SHA-256 in hexadecimal] CHECK (length(browser_hash) = 64 AND browser_hash NOT GLOB '*[^0-9a-f]*'),
  "issued_at" varchar NOT NULL -- UTC
    CONSTRAINT [issued_at must be a time like 2026-11-21T12:00:00.000Z] CHECK (issued_at GLOB '????-??-??T??:??:??.???Z' AND strftime('%Y-%m-%dT%H:%M:%fZ', issued_at, '+0 days') IS issued_at),
  "expires_at" varchar NOT NULL -- UTC
    CONSTRAINT [expires_at must be a time like 2026-11-21T12:00:00.000Z] CHECK (expires_at GLOB '????-??-??T??:??:??.???Z' AND strftime('%Y-%m-%dT%H:%M:%fZ', expires_at, '+0 days') IS expires_at),
  "used_at" varchar -- UTC
    CONSTRAINT [used_at must be empty or like 2026-11-21T12:00:00.000Z] CHECK (used_at IS NULL OR (used_at GLOB '????-??-??T??:??:??.???Z' AND strftime('%Y-%m-%dT%H:%M:%fZ', used_at, '+0 days') IS used_at)),
  "input" text NOT NULL -- the input of Sign In With Solana, in JSON
    CONSTRAINT [input must be text that is not empty] CHECK (typeof(input) = 'text' AND trim(input) <> ''),
  CONSTRAINT [a challenge must expire after it was issued] CHECK (issued_at < expires_at),
  PRIMARY KEY ("nonce")
);

CREATE TABLE "internal_week_total" (
  -- Internal. What each referrer recruited in a week, for the board of the week. Counted by triggers on referral, and by ops ban
  -- and revoke.
  "week" varchar NOT NULL -- such as 2026-W48, UTC, in which the recruits signed
    CONSTRAINT [week must be like 2026-W48] CHECK (length(week) = 8),
  "referrer_number" integer NOT NULL, -- joined_number of the referrer
  "recruits" integer DEFAULT 0 NOT NULL -- proven; 0 while the referrer is banned
    CONSTRAINT [recruits must be a whole number from 0 to 2147483647] CHECK (typeof(recruits) = 'integer' AND recruits BETWEEN 0 AND 2147483647),
  "lateness" integer GENERATED ALWAYS AS (-referrer_number) VIRTUAL, -- as in wallet
  PRIMARY KEY ("referrer_number", "week")
);

CREATE TABLE "internal_point_count" (
  -- Internal. How many ranked wallets have exactly this many points. A rank is 1 + the wallets with more. Counted by triggers.
  "board" varchar NOT NULL, -- a week such as 2026-W48, or empty for all time
  "points" integer NOT NULL,
  "wallets" integer NOT NULL
    CONSTRAINT [wallets must not be below 0] CHECK (wallets >= 0),
  PRIMARY KEY ("board", "points")
) WITHOUT ROWID`;

const POSTGRES = `
CREATE TABLE "wallet" (
  "joined_number" bigserial PRIMARY KEY NOT NULL
    CONSTRAINT "joined_number must be a whole number from 1 to 4294967295" CHECK (joined_number BETWEEN 1 AND 4294967295),
  "address" varchar COLLATE "C" UNIQUE NOT NULL
    CONSTRAINT "address must be a Solana address: 32 to 44 characters of base58" CHECK (address ~ '^[1-9A-HJ-NP-Za-km-z]{32,44}$'),
  "joined_at" varchar COLLATE "C" DEFAULT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') NOT NULL
    CONSTRAINT "joined_at must be a time like 2026-11-21T12:00:00.000Z" CHECK (CASE WHEN joined_at ~ '^\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$' THEN CAST(left(joined_at, 10) AS date) IS NOT NULL ELSE false END),
  "direct_recruits" integer DEFAULT 0 NOT NULL
    CONSTRAINT "direct_recruits must be a whole number from 0 to 2147483647" CHECK (direct_recruits BETWEEN 0 AND 2147483647),
  "proven_recruits" integer DEFAULT 0 NOT NULL
    CONSTRAINT "proven_recruits must be from 0 to direct_recruits" CHECK (proven_recruits BETWEEN 0 AND direct_recruits),
  "points" integer DEFAULT 0 NOT NULL,
  "banned_at" varchar COLLATE "C"
    CONSTRAINT "banned_at must be empty or like 2026-11-21T12:00:00.000Z" CHECK (banned_at IS NULL OR (CASE WHEN banned_at ~ '^\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$' THEN CAST(left(banned_at, 10) AS date) IS NOT NULL ELSE false END)),
  "lateness" bigint GENERATED ALWAYS AS (-joined_number) STORED
);
COMMENT ON TABLE "wallet" IS 'A wallet that has been seen, with its totals. Triggers count them from other rows.';

CREATE TABLE "audit_log" (
  "number" bigserial PRIMARY KEY NOT NULL,
  "action" varchar COLLATE "C" NOT NULL
    CONSTRAINT "action must be one of: ban, unban, revoke, unrevoke, sign-out-all, new-log" CHECK (CAST(action AS text) IN ('ban', 'unban', 'revoke', 'unrevoke', 'sign-out-all', 'new-log')),
  "subject" varchar COLLATE "C"
    CONSTRAINT "a sign-out-all or new-log, and nothing else, has no subject" CHECK ((CAST(action AS text) IN ('sign-out-all', 'new-log')) = (subject IS NULL)),
  "why" varchar COLLATE "C" NOT NULL
    CONSTRAINT "why must be text that is not empty" CHECK (trim(why) <> ''),
  "acted_at" varchar COLLATE "C" DEFAULT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') NOT NULL
    CONSTRAINT "acted_at must be a time like 2026-11-21T12:00:00.000Z" CHECK (CASE WHEN acted_at ~ '^\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$' THEN CAST(left(acted_at, 10) AS date) IS NOT NULL ELSE false END),
  CONSTRAINT "audit_log_subject_is_a_wallet" FOREIGN KEY ("subject") REFERENCES "wallet" ("address")
);
COMMENT ON TABLE "audit_log" IS 'What the operator did, and why. Written by ops ban, unban, revoke, unrevoke, sign-out-all and new-log. Rows are never changed or removed.';

CREATE TABLE "log_entry" (
  "log_index" bigint PRIMARY KEY NOT NULL
    CONSTRAINT "log_index must be from 0" CHECK (log_index >= 0),
  "entry" text NOT NULL
    CONSTRAINT "entry must be JSON of at most 65535 bytes" CHECK (CAST(entry AS json) IS NOT NULL AND octet_length(entry) <= 65535)
);
COMMENT ON TABLE "log_entry" IS 'The transparency log: everything that makes or unmakes recruit points. Rows are never changed or removed.';

CREATE TABLE "log_tile" (
  "level" bigint NOT NULL,
  "number" bigint NOT NULL,
  "hash" varchar COLLATE "C" NOT NULL
    CONSTRAINT "hash must be a SHA-256 in base64" CHECK (length(hash) = 44),
  PRIMARY KEY ("level", "number")
);
COMMENT ON TABLE "log_tile" IS 'Hashes of the full tiles of the log, in base64. They follow from log_entry.';

CREATE TABLE "referral" (
  "recruit" varchar COLLATE "C" NOT NULL,
  "referrer" varchar COLLATE "C" NOT NULL,
  "status" varchar COLLATE "C" NOT NULL
    CONSTRAINT "status must be one of: claimed, proven" CHECK (CAST(status AS text) IN ('claimed', 'proven')),
  "claimed_at" varchar COLLATE "C" DEFAULT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') NOT NULL
    CONSTRAINT "claimed_at must be a time like 2026-11-21T12:00:00.000Z" CHECK (CASE WHEN claimed_at ~ '^\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$' THEN CAST(left(claimed_at, 10) AS date) IS NOT NULL ELSE false END),
  "proven_at" varchar COLLATE "C"
    CONSTRAINT "proven_at must be empty or like 2026-11-21T12:00:00.000Z" CHECK (proven_at IS NULL OR (CASE WHEN proven_at ~ '^\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$' THEN CAST(left(proven_at, 10) AS date) IS NOT NULL ELSE false END)),
  "log_index" bigint,
  "week" varchar COLLATE "C"
    CONSTRAINT "week must be empty or like 2026-W48" CHECK (week IS NULL OR length(week) = 8),
  CONSTRAINT "a wallet must not recruit itself" CHECK (recruit <> referrer),
  CONSTRAINT "proven, and only then: proven_at, log_index, week" CHECK (num_nonnulls(proven_at, log_index, week) = CASE status WHEN 'proven' THEN 3 ELSE 0 END),
  CONSTRAINT "referral_recruit_is_a_wallet" FOREIGN KEY ("recruit") REFERENCES "wallet" ("address"),
  CONSTRAINT "referral_referrer_is_a_wallet" FOREIGN KEY ("referrer") REFERENCES "wallet" ("address"),
  CONSTRAINT "referral_is_in_the_log" FOREIGN KEY ("log_index") REFERENCES "log_entry" ("log_index"),
  PRIMARY KEY ("recruit")
);
COMMENT ON TABLE "referral" IS 'The referrals that count. One that the operator revokes is moved to revoked_referral.';

CREATE TABLE "claim_history_entry" (
  "number" bigserial PRIMARY KEY NOT NULL,
  "recruit" varchar COLLATE "C" NOT NULL,
  "referrer" varchar COLLATE "C" NOT NULL,
  "claimed_at" varchar COLLATE "C" NOT NULL
    CONSTRAINT "claimed_at must be a time like 2026-11-21T12:00:00.000Z" CHECK (CASE WHEN claimed_at ~ '^\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$' THEN CAST(left(claimed_at, 10) AS date) IS NOT NULL ELSE false END),
  "reason" varchar COLLATE "C" NOT NULL
    CONSTRAINT "reason: expired, declined, displaced by a proof, or made room" CHECK (CAST(reason AS text) IN ('expired', 'declined', 'displaced by a proof', 'made room')),
  "ended_at" varchar COLLATE "C" DEFAULT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') NOT NULL
    CONSTRAINT "ended_at must be a time like 2026-11-21T12:00:00.000Z" CHECK (CASE WHEN ended_at ~ '^\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$' THEN CAST(left(ended_at, 10) AS date) IS NOT NULL ELSE false END),
  CONSTRAINT "claim_history_recruit_is_a_wallet" FOREIGN KEY ("recruit") REFERENCES "wallet" ("address"),
  CONSTRAINT "claim_history_referrer_is_a_wallet" FOREIGN KEY ("referrer") REFERENCES "wallet" ("address")
);
COMMENT ON TABLE "claim_history_entry" IS 'Claims that ended, and why. A wallet that declined a claim cannot be claimed again, but may still prove who recruited it.';

CREATE TABLE "revoked_referral" (
  "recruit" varchar COLLATE "C" NOT NULL,
  "referrer" varchar COLLATE "C" NOT NULL,
  "status" varchar COLLATE "C" NOT NULL
    CONSTRAINT "status must be one of: claimed, proven" CHECK (CAST(status AS text) IN ('claimed', 'proven')),
  "claimed_at" varchar COLLATE "C" NOT NULL
    CONSTRAINT "claimed_at must be a time like 2026-11-21T12:00:00.000Z" CHECK (CASE WHEN claimed_at ~ '^\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$' THEN CAST(left(claimed_at, 10) AS date) IS NOT NULL ELSE false END),
  "proven_at" varchar COLLATE "C"
    CONSTRAINT "proven_at must be empty or like 2026-11-21T12:00:00.000Z" CHECK (proven_at IS NULL OR (CASE WHEN proven_at ~ '^\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$' THEN CAST(left(proven_at, 10) AS date) IS NOT NULL ELSE false END)),
  "log_index" bigint,
  "week" varchar COLLATE "C"
    CONSTRAINT "week must be empty or like 2026-W48" CHECK (week IS NULL OR length(week) = 8),
  "revoked_at" varchar COLLATE "C" DEFAULT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') NOT NULL
    CONSTRAINT "revoked_at must be a time like 2026-11-21T12:00:00.000Z" CHECK (CASE WHEN revoked_at ~ '^\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$' THEN CAST(left(revoked_at, 10) AS date) IS NOT NULL ELSE false END),
  "action_number" bigint NOT NULL,
  CONSTRAINT "a wallet must not recruit itself" CHECK (recruit <> referrer),
  CONSTRAINT "proven, and only then: proven_at, log_index, week" CHECK (num_nonnulls(proven_at, log_index, week) = CASE status WHEN 'proven' THEN 3 ELSE 0 END),
  CONSTRAINT "revoked_referral_recruit_is_a_wallet" FOREIGN KEY ("recruit") REFERENCES "wallet" ("address"),
  CONSTRAINT "revoked_referral_referrer_is_a_wallet" FOREIGN KEY ("referrer") REFERENCES "wallet" ("address"),
  CONSTRAINT "revoked_referral_is_in_the_log" FOREIGN KEY ("log_index") REFERENCES "log_entry" ("log_index"),
  CONSTRAINT "revoked_referral_has_its_action" FOREIGN KEY ("action_number") REFERENCES "audit_log" ("number"),
  PRIMARY KEY ("recruit")
);
COMMENT ON TABLE "revoked_referral" IS 'Referrals that the operator revoked: they count for nothing, and the recruit gets no other.';

CREATE TABLE "ledger_entry" (
  "number" bigserial PRIMARY KEY NOT NULL,
  "wallet" varchar COLLATE "C" NOT NULL,
  "cause" varchar COLLATE "C" NOT NULL
    CONSTRAINT "cause must be one of: recruit, check-in, reversal, ban, unban" CHECK (CAST(cause AS text) IN ('recruit', 'check-in', 'reversal', 'ban', 'unban')),
  "reference" varchar COLLATE "C" NOT NULL,
  "points" integer NOT NULL
    CONSTRAINT "points: 1000 a recruit, 100 a check-in, not 0 a reversal" CHECK (CASE cause WHEN 'recruit' THEN points = 1000 WHEN 'check-in' THEN points = 100 WHEN 'reversal' THEN points <> 0 ELSE true END),
  "total" integer NOT NULL
    CONSTRAINT "total must be 0 after a ban" CHECK ((cause <> 'ban' OR total = 0)),
  "recorded_at" varchar COLLATE "C" DEFAULT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') NOT NULL
    CONSTRAINT "recorded_at must be a time like 2026-11-21T12:00:00.000Z" CHECK (CASE WHEN recorded_at ~ '^\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$' THEN CAST(left(recorded_at, 10) AS date) IS NOT NULL ELSE false END),
  CONSTRAINT "ledger_entry_wallet_is_a_wallet" FOREIGN KEY ("wallet") REFERENCES "wallet" ("address")
);
COMMENT ON TABLE "ledger_entry" IS 'The ledger: every point there is, in order. Rows are never changed or removed: a reversal takes an entry back. The view ledger says in words what each is for.';

CREATE TABLE "check_in" (
  "wallet" varchar COLLATE "C" NOT NULL,
  "day" varchar COLLATE "C" DEFAULT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD') NOT NULL
    CONSTRAINT "day must be a day such as 2026-11-21" CHECK (CASE WHEN day ~ '^\\d{4}-\\d\\d-\\d\\d$' THEN CAST(left(day, 10) AS date) IS NOT NULL ELSE false END),
  "checked_in_at" varchar COLLATE "C" DEFAULT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') NOT NULL
    CONSTRAINT "checked_in_at must be a time like 2026-11-21T12:00:00.000Z" CHECK (CASE WHEN checked_in_at ~ '^\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$' THEN CAST(left(checked_in_at, 10) AS date) IS NOT NULL ELSE false END),
  CONSTRAINT "checked_in_at must be on the day" CHECK (substr(checked_in_at, 1, 10) = day),
  CONSTRAINT "check_in_wallet_is_a_wallet" FOREIGN KEY ("wallet") REFERENCES "wallet" ("address"),
  PRIMARY KEY ("wallet", "day")
);
COMMENT ON TABLE "check_in" IS 'A day on which a wallet was here with a proven session.';

CREATE TABLE "session" (
  "token_hash" varchar COLLATE "C" NOT NULL
    CONSTRAINT "token_hash must be a SHA-256 in hexadecimal" CHECK (token_hash ~ '^[0-9a-f]{64}$'),
  "wallet" varchar COLLATE "C" NOT NULL,
  "created_at" varchar COLLATE "C" NOT NULL
    CONSTRAINT "created_at must be a time like 2026-11-21T12:00:00.000Z" CHECK (CASE WHEN created_at ~ '^\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$' THEN CAST(left(created_at, 10) AS date) IS NOT NULL ELSE false END),
  "expires_at" varchar COLLATE "C" NOT NULL
    CONSTRAINT "expires_at must be a time like 2026-11-21T12:00:00.000Z" CHECK (CASE WHEN expires_at ~ '^\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$' THEN CAST(left(expires_at, 10) AS date) IS NOT NULL ELSE false END),
  "revoked_at" varchar COLLATE "C"
    CONSTRAINT "revoked_at must be empty or like 2026-11-21T12:00:00.000Z" CHECK (revoked_at IS NULL OR (CASE WHEN revoked_at ~ '^\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$' THEN CAST(left(revoked_at, 10) AS date) IS NOT NULL ELSE false END)),
  "referrer" varchar COLLATE "C",
  "signature" varchar COLLATE "C" NOT NULL
    CONSTRAINT "signature must be text that is not empty" CHECK (trim(signature) <> ''),
  "message" text NOT NULL
    CONSTRAINT "message must be text that is not empty" CHECK (trim(message) <> ''),
  CONSTRAINT "a session must expire after it was created" CHECK (created_at < expires_at),
  CONSTRAINT "session_wallet_is_a_wallet" FOREIGN KEY ("wallet") REFERENCES "wallet" ("address"),
  PRIMARY KEY ("token_hash")
);
COMMENT ON TABLE "session" IS 'A sign-in of a browser. It is removed after it expires.';

CREATE TABLE "sign_in_challenge" (
  "nonce" varchar COLLATE "C" NOT NULL
    CONSTRAINT "nonce must be at least 22 letters and digits" CHECK (nonce ~ '^[0-9A-Za-z]{22,}$'),
  "browser_hash" varchar COLLATE "C" NOT NULL
    CONSTRAINT "browser_hash must be a SHA-256 in hexadecimal" CHECK (browser_hash ~ '^[0-9a-f]{64}$'),
  "issued_at" varchar COLLATE "C" NOT NULL
    CONSTRAINT "issued_at must be a time like 2026-11-21T12:00:00.000Z" CHECK (CASE WHEN issued_at ~ '^\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$' THEN CAST(left(issued_at, 10) AS date) IS NOT NULL ELSE false END),
  "expires_at" varchar COLLATE "C" NOT NULL
    CONSTRAINT "expires_at must be a time like 2026-11-21T12:00:00.000Z" CHECK (CASE WHEN expires_at ~ '^\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$' THEN CAST(left(expires_at, 10) AS date) IS NOT NULL ELSE false END),
  "used_at" varchar COLLATE "C"
    CONSTRAINT "used_at must be empty or like 2026-11-21T12:00:00.000Z" CHECK (used_at IS NULL OR (CASE WHEN used_at ~ '^\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$' THEN CAST(left(used_at, 10) AS date) IS NOT NULL ELSE false END)),
  "input" text NOT NULL
    CONSTRAINT "input must be text that is not empty" CHECK (trim(input) <> ''),
  CONSTRAINT "a challenge must expire after it was issued" CHECK (issued_at < expires_at),
  PRIMARY KEY ("nonce")
);
COMMENT ON TABLE "sign_in_challenge" IS 'A message that a visitor was asked to sign. It is valid for one attempt.';

CREATE TABLE "internal_week_total" (
  "week" varchar COLLATE "C" NOT NULL
    CONSTRAINT "week must be like 2026-W48" CHECK (length(week) = 8),
  "referrer_number" bigint NOT NULL,
  "recruits" integer DEFAULT 0 NOT NULL
    CONSTRAINT "recruits must be a whole number from 0 to 2147483647" CHECK (recruits BETWEEN 0 AND 2147483647),
  "lateness" bigint GENERATED ALWAYS AS (-referrer_number) STORED,
  PRIMARY KEY ("referrer_number", "week")
);
COMMENT ON TABLE "internal_week_total" IS 'Internal. What each referrer recruited in a week, for the board of the week. Counted by triggers on referral, and by ops ban and revoke.';

CREATE TABLE "internal_point_count" (
  "board" varchar COLLATE "C" NOT NULL,
  "points" integer NOT NULL,
  "wallets" integer NOT NULL,
  PRIMARY KEY ("board", "points")
);
COMMENT ON TABLE "internal_point_count" IS 'Internal. How many ranked wallets have exactly this many points. A rank is 1 + the wallets with more. Counted by triggers.';

CREATE TABLE "internal_rate_limit" (
  "key" varchar COLLATE "C" NOT NULL,
  "points" integer NOT NULL,
  "expire" bigint NOT NULL,
  PRIMARY KEY ("key")
);
COMMENT ON TABLE "internal_rate_limit" IS 'Internal. How much of their rate limits clients have used. Unlogged: it is empty after a crash.';
ALTER TABLE internal_rate_limit SET UNLOGGED`;

export class CreateSchema1795392000000 extends SqlMigration {
  protected readonly sql = { sqlite: SQLITE, postgres: POSTGRES };
}
