import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { select } from '../reader.js';
import { SCHEMA } from './schema.js';

const nameRow = z.object({ name: z.string() });
const MIGRATION_TABLE =
  "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'migrations'";

/** A migration that only a newer version of this program knows; null when the database has none of those. */
export async function findUnknownMigration(source: DataSource): Promise<string | null> {
  const [migrationTable] = await select(source, nameRow, MIGRATION_TABLE);
  if (migrationTable === undefined) return null;
  const known = new Set(SCHEMA.migrations.map((migration) => migration.name));
  const applied = await select(source, nameRow, `SELECT name FROM ${migrationTable.name}`);
  return applied.find(({ name }) => !known.has(name))?.name ?? null;
}
