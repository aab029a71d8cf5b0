import type { MigrationInterface, QueryRunner } from 'typeorm';

const ADDRESS = (column: string): string =>
  `CHECK (length(${column}) BETWEEN 32 AND 44 AND ${column} NOT GLOB '*[^1-9A-HJ-NP-Za-km-z]*')`;

const TIME = (column: string): string =>
  `CHECK (strftime('%Y-%m-%dT%H:%M:%fZ', ${column}) IS ${column})`;

const WALLET = `
CREATE TABLE "wallet" (
  "joined_number" integer PRIMARY KEY AUTOINCREMENT NOT NULL
    CHECK (joined_number BETWEEN 1 AND 4294967295), -- 1 came first
  "address" varchar NOT NULL UNIQUE ${ADDRESS('address')}, -- Solana public key in base58
  "joined_at" varchar NOT NULL ${TIME('joined_at')}, -- UTC
  "direct_recruits" integer NOT NULL DEFAULT (0)
    CHECK (direct_recruits BETWEEN 0 AND 4294967295), -- claimed and proven; kept by triggers on referral
  "proven_recruits" integer NOT NULL DEFAULT (0)
    CHECK (proven_recruits BETWEEN 0 AND direct_recruits), -- kept by triggers on referral
  "points" integer NOT NULL DEFAULT (0)
    CHECK (points BETWEEN -2147483648 AND 2147483647)
)`;

const REFERRAL = `
CREATE TABLE "referral" (
  "recruit" varchar PRIMARY KEY NOT NULL, -- so a recruit has one referrer
  "referrer" varchar NOT NULL,
  "status" varchar NOT NULL CHECK (status IN ('claimed', 'proven')), -- claimed: somebody said so; proven: the recruit signed
  "claimed_at" varchar NOT NULL ${TIME('claimed_at')}, -- UTC
  "proven_at" varchar CHECK (proven_at IS NULL OR strftime('%Y-%m-%dT%H:%M:%fZ', proven_at) IS proven_at), -- UTC
  "message" text, -- what the recruit signed
  "signature" varchar, -- of the message, by the recruit
  CHECK (recruit <> referrer),
  CHECK ((proven_at IS NOT NULL) = (status = 'proven')),
  CHECK ((message IS NOT NULL) = (status = 'proven')),
  CHECK ((signature IS NOT NULL) = (status = 'proven')),
  CONSTRAINT "referral_recruit_is_a_wallet" FOREIGN KEY ("recruit") REFERENCES "wallet" ("address"),
  CONSTRAINT "referral_referrer_is_a_wallet" FOREIGN KEY ("referrer") REFERENCES "wallet" ("address")
)`;

/** The shell has foreign keys off unless told otherwise; a referral of a wallet that is not there would spoil the totals. */
const STRANGERS = ['INSERT', 'UPDATE OF recruit, referrer'].map(
  (event, index) => `
CREATE TRIGGER "referral_strangers_refused_${index + 1}" BEFORE ${event} ON referral
WHEN (SELECT count(*) FROM wallet WHERE address IN (NEW.recruit, NEW.referrer)) < 2 AND NEW.recruit <> NEW.referrer
BEGIN SELECT RAISE(ABORT, 'both wallets of a referral must be in wallet'); END`,
);

const WALLET_KEPT = ['DELETE', 'UPDATE OF address'].map(
  (event, index) => `
CREATE TRIGGER "wallet_in_a_referral_kept_${index + 1}" BEFORE ${event} ON wallet
WHEN EXISTS (SELECT 1 FROM referral WHERE OLD.address IN (recruit, referrer))
BEGIN SELECT RAISE(ABORT, 'the wallet is in a referral: delete that first'); END`,
);

const TOTALS = [
  `
CREATE TRIGGER "referral_counted" AFTER INSERT ON referral BEGIN
  UPDATE wallet SET
    direct_recruits = direct_recruits + 1,
    proven_recruits = proven_recruits + (NEW.status = 'proven')
  WHERE address = NEW.referrer;
END`,
  `
CREATE TRIGGER "referral_uncounted" AFTER DELETE ON referral BEGIN
  UPDATE wallet SET
    proven_recruits = proven_recruits - (OLD.status = 'proven'),
    direct_recruits = direct_recruits - 1
  WHERE address = OLD.referrer;
END`,
  `
CREATE TRIGGER "referral_recounted" AFTER UPDATE OF referrer, status ON referral BEGIN
  UPDATE wallet SET
    direct_recruits = direct_recruits + (address = NEW.referrer) - (address = OLD.referrer),
    proven_recruits = proven_recruits + (address = NEW.referrer AND NEW.status = 'proven')
      - (address = OLD.referrer AND OLD.status = 'proven')
  WHERE address IN (OLD.referrer, NEW.referrer);
END`,
];

/** Text that sorts as the leaderboard does, the best first. */
const PLACE = (row: string): string =>
  `printf('%08X%08X%08X', 2147483647 - ${row}points, 4294967295 - ${row}direct_recruits, ${row}joined_number)`;

const STANDING = `
CREATE TABLE "standing" (
  -- The ranked wallets counted as a tree. A wallet with a recruit has a place: 24 hexadecimal digits that sort as the
  -- leaderboard does. A row says how many wallets have a place that starts with prefix, 2 digits a depth; the row of
  -- depth 0 counts all. A rank is 1 + the wallets of the siblings before the place, depth by depth: at most 255 rows
  -- each, however many wallets there are. Kept by triggers on wallet.
  "depth" integer NOT NULL,
  "prefix" varchar NOT NULL CHECK (length(prefix) = 2 * depth),
  "wallets" integer NOT NULL CHECK (wallets > 0),
  PRIMARY KEY ("depth", "prefix")
) WITHOUT ROWID`;

const DEPTHS = `(VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12))`;

const PLACE_IF_RANKED = (row: string): string =>
  `CASE WHEN ${row}direct_recruits > 0 THEN ${PLACE(row)} END`;

/** The nodes over a place, but not those over the other place too: they keep their count. */
const NODES = (place: string, otherPlace: string): string => `
    SELECT depth, substr(place, 1, 2 * depth) AS prefix
    FROM (SELECT ${place} AS place, ${otherPlace} AS other)
    JOIN (SELECT column1 AS depth FROM ${DEPTHS})
    WHERE place IS NOT NULL AND substr(place, 1, 2 * depth) IS NOT substr(other, 1, 2 * depth)`;

const LEAVE = (place: string, otherPlace: string): string => `
  DELETE FROM standing WHERE wallets = 1 AND (depth, prefix) IN (${NODES(place, otherPlace)});
  UPDATE standing SET wallets = wallets - 1 WHERE (depth, prefix) IN (${NODES(place, otherPlace)});`;

const ENTER = (place: string, otherPlace: string): string => `
  INSERT INTO standing (depth, prefix, wallets)
  SELECT depth, prefix, 1 FROM (${NODES(place, otherPlace)}) WHERE true
  ON CONFLICT (depth, prefix) DO UPDATE SET wallets = wallets + 1;`;

const OLD_PLACE = PLACE_IF_RANKED('OLD.');
const NEW_PLACE = PLACE_IF_RANKED('NEW.');

const STANDING_KEPT = [
  `
CREATE TRIGGER "standing_entered" AFTER INSERT ON wallet WHEN NEW.direct_recruits > 0 BEGIN
${ENTER(NEW_PLACE, 'NULL')}
END`,
  `
CREATE TRIGGER "standing_left" AFTER DELETE ON wallet WHEN OLD.direct_recruits > 0 BEGIN
${LEAVE(OLD_PLACE, 'NULL')}
END`,
  `
CREATE TRIGGER "standing_changed" AFTER UPDATE OF points, direct_recruits, joined_number ON wallet
WHEN (${OLD_PLACE}) IS NOT (${NEW_PLACE}) BEGIN
${LEAVE(OLD_PLACE, NEW_PLACE)}
${ENTER(NEW_PLACE, OLD_PLACE)}
END`,
];

const INDEXES = [
  `CREATE INDEX "wallet_by_place" ON wallet (${PLACE('')}) WHERE direct_recruits > 0`,
  `CREATE INDEX "referral_by_referrer" ON referral (referrer, claimed_at)`,
];

const VIEWS = [
  `
CREATE VIEW "leaderboard" AS
SELECT row_number() OVER (ORDER BY points DESC, direct_recruits DESC, joined_number) AS rank,
  address AS wallet, direct_recruits AS recruits, proven_recruits, points,
  1000 * (direct_recruits - proven_recruits) AS pending_points, joined_at
FROM wallet WHERE direct_recruits > 0 ORDER BY rank`,
  `
CREATE VIEW "recruits" AS
SELECT referrer, recruit, status, claimed_at, proven_at FROM referral ORDER BY referrer, claimed_at`,
];

/** The two tables of the pyramid, with the totals and the counted ranking that triggers keep right under any hand. */
export class WalletsAndReferrals1795255200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      WALLET,
      REFERRAL,
      STANDING,
      ...INDEXES,
      ...STRANGERS,
      ...WALLET_KEPT,
      ...TOTALS,
      ...STANDING_KEPT,
      ...VIEWS,
    ];
    for (const statement of statements) await runner.query(statement.trim());
  }

  async down(runner: QueryRunner): Promise<void> {
    const names = [
      'VIEW leaderboard',
      'VIEW recruits',
      'TABLE referral',
      'TABLE wallet',
      'TABLE standing',
    ];
    for (const name of names) await runner.query(`DROP ${name}`);
  }
}
