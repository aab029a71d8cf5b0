import { SqlMigration } from './sql-migration.js';

const SQLITE = `
DROP TABLE "log_tile";

CREATE TABLE "internal_identity" (
  -- Tells this database from its backups and copies.
  "name" varchar PRIMARY KEY NOT NULL,
  "value" varchar NOT NULL
);

INSERT INTO "internal_identity" ("name", "value") VALUES ('database', lower(hex(randomblob(16))))`;

const POSTGRES = `
DROP TABLE "log_tile";

CREATE TABLE "internal_identity" (
  "name" varchar COLLATE "C" PRIMARY KEY NOT NULL,
  "value" varchar COLLATE "C" NOT NULL
);
COMMENT ON TABLE "internal_identity" IS 'Fingerprints of the secrets that all processes must share.'`;

/** Drops the tiles of the transparency log, which are files now. Gives the database an ID, which `log-signed` names. */
export class LogFiles1795737600000 extends SqlMigration {
  protected readonly sql = { sqlite: SQLITE, postgres: POSTGRES };
}
