import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { select } from '../reader.js';
import { findUnknown } from '../version.js';
import { SCHEMA } from './schema.js';

const nameRow = z.object({ name: z.string() });
const MIGRATION_TABLE =
  "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'migrations'";

/** The names of the migrations that made the database what it is; none of one that is new. */
export async function readApplied(source: DataSource): Promise<string[]> {
  const [migrationTable] = await select(source, nameRow, MIGRATION_TABLE);
  if (migrationTable === undefined) return [];
  const applied = await select(source, nameRow, `SELECT name FROM ${migrationTable.name}`);
  return applied.map(({ name }) => name);
}

/** A migration that only a newer version of this program knows; null when the database has none of those. */
export async function findUnknownMigration(source: DataSource): Promise<string | null> {
  return findUnknown(await readApplied(source), SCHEMA.migrations);
}
