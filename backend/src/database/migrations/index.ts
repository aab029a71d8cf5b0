import type { MigrationInterface } from 'typeorm';
import { CreateSchema1795392000000 } from './1795392000000-create-schema.js';
import { SqlMigration } from './sql-migration.js';

/** Drops the tiles of the transparency log, which are files now. Gives the database an ID, which `log-signed` names. */
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

/** Drops the function of PostgreSQL's earlier triggers. All triggers are recreated after the migrations. */
class RowTriggers1795740000000 extends SqlMigration {
  readonly sql = {
    sqlite: 'SELECT 1',
    postgres: 'DROP FUNCTION IF EXISTS reject_change()',
  };
}

export type Migrations = readonly (new () => MigrationInterface)[];

/** All migrations, oldest first. */
export const MIGRATIONS: Migrations = [
  CreateSchema1795392000000,
  LogFiles1795737600000,
  RowTriggers1795740000000,
];
