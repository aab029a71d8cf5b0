import type { MigrationInterface } from 'typeorm';
import { CreateSchema1795392000000 } from './1795392000000-create-schema.js';
import { SqlMigration } from './sql-migration.js';
import { SQLITE } from './table-dialect.js';

/** The tiles of the transparency log are files now. */
class LogFiles1795737600000 extends SqlMigration {
  readonly sql = {
    sqlite: `
DROP TABLE "log_tile";

CREATE TABLE "internal_identity" (
  -- Tells this database from its backups and copies.
  "name" varchar PRIMARY KEY NOT NULL,
  "value" varchar NOT NULL
);

INSERT INTO "internal_identity" ("name", "value") VALUES ('database', lower(hex(randomblob(16))))`,
    postgres: `
DROP TABLE "log_tile";

CREATE TABLE "internal_identity" (
  "name" varchar COLLATE "C" PRIMARY KEY NOT NULL,
  "value" varchar COLLATE "C" NOT NULL
);
COMMENT ON TABLE "internal_identity" IS 'Fingerprints of the secrets that all processes must share.'`,
  };
}

class RowTriggers1795740000000 extends SqlMigration {
  readonly sql = {
    sqlite: 'SELECT 1',
    postgres: 'DROP FUNCTION IF EXISTS reject_change()',
  };
}

/**
 * Drops the unanswered challenges, and the columns that only earlier releases needed. SQLite cannot drop a column that
 * a constraint of the table names, so there the table is recreated.
 */
class AnsweredChallenges1795802400000 extends SqlMigration {
  readonly sql = {
    sqlite: `
ALTER TABLE "sign_in_challenge" RENAME TO "former_challenge";

CREATE TABLE "sign_in_challenge" (
  -- An answered challenge, which nobody can answer again. It is removed an hour after it has expired.
  "nonce" varchar NOT NULL
    ${SQLITE.check('nonce must be at least 22 letters and digits', SQLITE.consistsOf('nonce', '0-9A-Za-z', 22))},
  "expires_at" varchar NOT NULL -- UTC
    ${SQLITE.time('expires_at')},
  PRIMARY KEY ("nonce")
) WITHOUT ROWID;

INSERT INTO "sign_in_challenge" ("nonce", "expires_at")
SELECT nonce, expires_at FROM "former_challenge" WHERE used_at IS NOT NULL;

DROP TABLE "former_challenge"`,
    postgres: `
DELETE FROM "sign_in_challenge" WHERE used_at IS NULL;

ALTER TABLE "sign_in_challenge"
  DROP COLUMN "browser_hash", DROP COLUMN "issued_at", DROP COLUMN "used_at", DROP COLUMN "input";

COMMENT ON TABLE "sign_in_challenge" IS 'An answered challenge, which nobody can answer again. It is removed an hour after it has expired.'`,
  };
}

class NoReplacement1795856000000 extends SqlMigration {
  readonly sql = { sqlite: 'SELECT 1', postgres: 'SELECT 1' };
}

class SessionsByWallet1795860000000 extends SqlMigration {
  readonly sql = { sqlite: 'SELECT 1', postgres: 'SELECT 1' };
}

export type Migrations = readonly (new () => MigrationInterface)[];

/** Oldest first. */
export const MIGRATIONS: Migrations = [
  CreateSchema1795392000000,
  LogFiles1795737600000,
  RowTriggers1795740000000,
  AnsweredChallenges1795802400000,
  NoReplacement1795856000000,
  SessionsByWallet1795860000000,
];
