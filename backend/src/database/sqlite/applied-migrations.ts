import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { select } from '../reader.js';
import { findFormer, findUnknown } from '../version.js';
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

/** Why a database is of no version that this one brings up to date, as words that follow its name; null when it is. */
export async function findOtherVersion(source: DataSource): Promise<string | null> {
  const applied = await readApplied(source);
  const advice = findFormer(applied);
  if (advice !== null) return `was made before the first release of this program: ${advice}`;
  const unknown = findUnknown(applied, SCHEMA.migrations);
  return unknown === null ? null : `was written by a newer version of this program (${unknown})`;
}
