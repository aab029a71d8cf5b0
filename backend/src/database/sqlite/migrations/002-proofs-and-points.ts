import type { MigrationInterface, QueryRunner } from 'typeorm';

const TIME = (column: string): string =>
  `CHECK (strftime('%Y-%m-%dT%H:%M:%fZ', ${column}) IS ${column})`;

const PROOF_NUMBER = `
ALTER TABLE referral ADD COLUMN "proof_number" integer /* 1 was proven first; given by a trigger */
  CHECK (proof_number IS NULL OR (proof_number > 0 AND status = 'proven'))`;

const POINTS_ENTRY = `
CREATE TABLE "points_entry" (
  -- Every point there is, in the order in which they came. Nothing is changed or removed: an entry is taken back by a reversal.
  "number" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  "wallet" varchar NOT NULL, -- whose points they are
  "cause" varchar NOT NULL CHECK (cause IN ('recruit', 'check-in', 'reversal')),
  "reference" varchar NOT NULL, -- recruit: its address; check-in: the UTC day; reversal: the number of the entry that is taken back
  "points" integer NOT NULL
    CHECK (CASE cause WHEN 'recruit' THEN points = 1000 WHEN 'check-in' THEN points = 100 ELSE points <> 0 END),
  "total" integer NOT NULL, -- points of the wallet after this entry
  "recorded_at" varchar NOT NULL ${TIME('recorded_at')}, -- UTC
  CONSTRAINT "points_entry_wallet_is_a_wallet" FOREIGN KEY ("wallet") REFERENCES "wallet" ("address")
)`;

const CHECK_IN = `
CREATE TABLE "check_in" (
  "wallet" varchar NOT NULL,
  "day" varchar NOT NULL CHECK (date(day) IS day), -- UTC
  "checked_in_at" varchar NOT NULL ${TIME('checked_in_at')}, -- UTC; the first visit of the day
  CHECK (substr(checked_in_at, 1, 10) = day),
  CONSTRAINT "check_in_wallet_is_a_wallet" FOREIGN KEY ("wallet") REFERENCES "wallet" ("address"),
  PRIMARY KEY ("wallet", "day")
)`;

const SIGN_IN_CHALLENGE = `
CREATE TABLE "sign_in_challenge" (
  -- What a visitor was asked to sign. It is good for one attempt.
  "nonce" varchar PRIMARY KEY NOT NULL CHECK (length(nonce) >= 22 AND nonce NOT GLOB '*[^0-9A-Za-z]*'),
  "browser_hash" varchar NOT NULL, -- SHA-256 of the cookie of the browser that asked
  "issued_at" varchar NOT NULL ${TIME('issued_at')}, -- UTC
  "expires_at" varchar NOT NULL ${TIME('expires_at')}, -- UTC
  "used_at" varchar CHECK (used_at IS NULL OR strftime('%Y-%m-%dT%H:%M:%fZ', used_at) IS used_at), -- UTC
  "domain" varchar NOT NULL,
  "uri" varchar NOT NULL,
  "statement" varchar NOT NULL,
  "version" varchar NOT NULL CHECK (version = '1'),
  "chain_id" varchar NOT NULL CHECK (chain_id = 'mainnet'),
  "referrer" varchar, -- whose referral link is in the message
  CHECK (issued_at < expires_at)
)`;

const SESSION = `
CREATE TABLE "session" (
  "token_hash" varchar PRIMARY KEY NOT NULL
    CHECK (length(token_hash) = 64 AND token_hash NOT GLOB '*[^0-9a-f]*'), -- SHA-256 of what the cookie holds
  "wallet" varchar NOT NULL,
  "created_at" varchar NOT NULL ${TIME('created_at')}, -- UTC
  "expires_at" varchar NOT NULL ${TIME('expires_at')}, -- UTC
  "revoked_at" varchar CHECK (revoked_at IS NULL OR strftime('%Y-%m-%dT%H:%M:%fZ', revoked_at) IS revoked_at), -- UTC
  "referrer" varchar, -- whose referral link is in the message
  "message" text NOT NULL, -- what the wallet signed to open the session
  "signature" varchar NOT NULL, -- of the message, by the wallet; base64
  CHECK (created_at < expires_at),
  CONSTRAINT "session_wallet_is_a_wallet" FOREIGN KEY ("wallet") REFERENCES "wallet" ("address")
)`;

const INDEXES = [
  `CREATE UNIQUE INDEX "referral_by_proof_number" ON referral (proof_number)`,
  `CREATE UNIQUE INDEX "points_entry_once" ON points_entry (cause, reference, wallet)`,
  `CREATE UNIQUE INDEX "points_entry_for_one_wallet" ON points_entry (cause, reference) WHERE cause <> 'check-in'`,
  `CREATE INDEX "points_entry_by_wallet" ON points_entry (wallet, number)`,
  `CREATE INDEX "sign_in_challenge_by_expiry" ON sign_in_challenge (expires_at)`,
  `CREATE INDEX "session_by_expiry" ON session (expires_at)`,
];

/** Foreign keys are off in the shell unless it is told otherwise. */
const STRANGERS = ['check_in', 'session'].flatMap((table) =>
  ['INSERT', 'UPDATE OF wallet'].map(
    (event, index) => `
CREATE TRIGGER "${table}_strangers_refused_${index + 1}" BEFORE ${event} ON ${table}
WHEN NOT EXISTS (SELECT 1 FROM wallet WHERE address = NEW.wallet)
BEGIN SELECT RAISE(ABORT, 'the wallet must be in wallet'); END`,
  ),
);

const WALLET_KEPT = ['DELETE', 'UPDATE OF address'].map(
  (event, index) => `
CREATE TRIGGER "wallet_with_points_or_sessions_kept_${index + 1}" BEFORE ${event} ON wallet
WHEN EXISTS (SELECT 1 FROM points_entry WHERE wallet = OLD.address)
  OR EXISTS (SELECT 1 FROM check_in WHERE wallet = OLD.address)
  OR EXISTS (SELECT 1 FROM session WHERE wallet = OLD.address)
BEGIN SELECT RAISE(ABORT, 'the wallet has points or sessions'); END`,
);

/** OR REPLACE would remove a row without a word to the triggers on DELETE. */
const NOTHING_REPLACED = [
  `
CREATE TRIGGER "referral_not_replaced" BEFORE INSERT ON referral
WHEN EXISTS (SELECT 1 FROM referral WHERE recruit = NEW.recruit)
BEGIN SELECT RAISE(ABORT, 'the recruit has a referrer already'); END`,
  `
CREATE TRIGGER "points_entry_not_replaced" BEFORE INSERT ON points_entry
WHEN EXISTS (SELECT 1 FROM points_entry WHERE number = NEW.number)
  OR EXISTS (SELECT 1 FROM points_entry WHERE cause = NEW.cause AND reference = NEW.reference AND wallet = NEW.wallet)
  OR (NEW.cause <> 'check-in'
    AND EXISTS (SELECT 1 FROM points_entry WHERE cause = NEW.cause AND reference = NEW.reference))
BEGIN SELECT RAISE(ABORT, 'the ledger has this entry already'); END`,
  `
CREATE TRIGGER "check_in_not_replaced" BEFORE INSERT ON check_in
WHEN EXISTS (SELECT 1 FROM check_in WHERE wallet = NEW.wallet AND day = NEW.day)
BEGIN SELECT RAISE(ABORT, 'the wallet has checked in on this day'); END`,
];

const KEPT = [
  ...['DELETE', 'UPDATE'].map(
    (event, index) => `
CREATE TRIGGER "points_entry_kept_${index + 1}" BEFORE ${event} ON points_entry
BEGIN SELECT RAISE(ABORT, 'the ledger only grows: take an entry back by a reversal'); END`,
  ),
  ...['DELETE', 'UPDATE'].map(
    (event, index) => `
CREATE TRIGGER "check_in_kept_${index + 1}" BEFORE ${event} ON check_in
BEGIN SELECT RAISE(ABORT, 'a check-in stays: the ledger has its points'); END`,
  ),
  ...['DELETE', 'UPDATE'].map(
    (event, index) => `
CREATE TRIGGER "referral_proof_kept_${index + 1}" BEFORE ${event} ON referral
WHEN OLD.proof_number IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a proven referral is final: the ledger has its points'); END`,
  ),
  `
CREATE TRIGGER "sign_in_challenge_stays_used" BEFORE UPDATE ON sign_in_challenge
WHEN OLD.used_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a used challenge stays as it is'); END`,
  `
CREATE TRIGGER "session_stays_revoked" BEFORE UPDATE ON session
WHEN OLD.revoked_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a revoked session stays as it is'); END`,
];

const LEDGER_TOTAL = `coalesce((
  SELECT total FROM points_entry WHERE wallet = NEW.address ORDER BY number DESC LIMIT 1), 0)`;

const LEDGER_SOUND = [
  `
CREATE TRIGGER "points_entry_has_its_cause" BEFORE INSERT ON points_entry
WHEN NOT CASE NEW.cause
  WHEN 'recruit' THEN EXISTS (
    SELECT 1 FROM referral WHERE recruit = NEW.reference AND referrer = NEW.wallet AND status = 'proven')
  WHEN 'check-in' THEN EXISTS (SELECT 1 FROM check_in WHERE wallet = NEW.wallet AND day = NEW.reference)
  ELSE EXISTS (
    SELECT 1 FROM points_entry
    WHERE number = CAST(NEW.reference AS integer) AND wallet = NEW.wallet AND points = -NEW.points)
END
BEGIN SELECT RAISE(ABORT, 'points need a proven recruit, a check-in, or an entry of the same wallet to take back'); END`,
  `
CREATE TRIGGER "points_entry_adds_up" BEFORE INSERT ON points_entry
WHEN NEW.total IS NOT (SELECT points + NEW.points FROM wallet WHERE address = NEW.wallet)
BEGIN SELECT RAISE(ABORT, 'total must be the points of the wallet after this entry'); END`,
  `
CREATE TRIGGER "points_entry_counted" AFTER INSERT ON points_entry BEGIN
  UPDATE wallet SET points = NEW.total WHERE address = NEW.wallet;
END`,
  `
CREATE TRIGGER "wallet_points_follow_the_ledger" BEFORE UPDATE OF points ON wallet
WHEN NEW.points IS NOT ${LEDGER_TOTAL}
BEGIN SELECT RAISE(ABORT, 'points follow from points_entry: add an entry there'); END`,
  `
CREATE TRIGGER "wallet_starts_with_the_points_of_the_ledger" AFTER INSERT ON wallet
WHEN NEW.points IS NOT ${LEDGER_TOTAL}
BEGIN SELECT RAISE(ABORT, 'points follow from points_entry: add an entry there'); END`,
];

const PROVEN = (event: string, when: string, index: number): string => `
CREATE TRIGGER "referral_rewarded_${index}" AFTER ${event} ON referral
WHEN ${when} BEGIN
  INSERT INTO points_entry (wallet, cause, reference, points, total, recorded_at)
  SELECT address, 'recruit', NEW.recruit, 1000, points + 1000, NEW.proven_at
  FROM wallet WHERE address = NEW.referrer;
  UPDATE referral SET proof_number = (SELECT 1 + coalesce(max(proof_number), 0) FROM referral)
  WHERE recruit = NEW.recruit;
END`;

const REWARDS = [
  PROVEN('INSERT', "NEW.status = 'proven'", 1),
  PROVEN('UPDATE OF status', "NEW.status = 'proven' AND OLD.status = 'claimed'", 2),
  `
CREATE TRIGGER "check_in_rewarded" AFTER INSERT ON check_in BEGIN
  INSERT INTO points_entry (wallet, cause, reference, points, total, recorded_at)
  SELECT address, 'check-in', NEW.day, 100, points + 100, NEW.checked_in_at
  FROM wallet WHERE address = NEW.wallet;
END`,
];

const DAILY_ACTIVITY = `
CREATE VIEW "daily_activity" AS
SELECT day, sum(check_ins) AS check_ins, sum(claims) AS claims, sum(proofs) AS proofs
FROM (
  SELECT day, 1 AS check_ins, 0 AS claims, 0 AS proofs FROM check_in
  UNION ALL SELECT substr(claimed_at, 1, 10), 0, 1, 0 FROM referral
  UNION ALL SELECT substr(proven_at, 1, 10), 0, 0, 1 FROM referral WHERE proven_at IS NOT NULL)
GROUP BY day ORDER BY day`;

const TABLES = ['points_entry', 'check_in', 'sign_in_challenge', 'session'];

const TRIGGERS_ON_OLD_TABLES = [
  'wallet_with_points_or_sessions_kept_1',
  'wallet_with_points_or_sessions_kept_2',
  'wallet_points_follow_the_ledger',
  'wallet_starts_with_the_points_of_the_ledger',
  'referral_not_replaced',
  'referral_proof_kept_1',
  'referral_proof_kept_2',
  'referral_rewarded_1',
  'referral_rewarded_2',
];

/** Sign-in, proofs that are numbered and final, and points that follow from a ledger, under any hand. */
export class ProofsAndPoints1795341600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      PROOF_NUMBER,
      POINTS_ENTRY,
      CHECK_IN,
      SIGN_IN_CHALLENGE,
      SESSION,
      ...INDEXES,
      ...STRANGERS,
      ...WALLET_KEPT,
      ...NOTHING_REPLACED,
      ...KEPT,
      ...LEDGER_SOUND,
      ...REWARDS,
      DAILY_ACTIVITY,
    ];
    for (const statement of statements) await runner.query(statement.trim());
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW daily_activity');
    for (const trigger of TRIGGERS_ON_OLD_TABLES) await runner.query(`DROP TRIGGER ${trigger}`);
    await runner.query('DROP INDEX referral_by_proof_number');
    await runner.query('ALTER TABLE referral DROP COLUMN proof_number');
    for (const table of TABLES) await runner.query(`DROP TABLE ${table}`);
  }
}
