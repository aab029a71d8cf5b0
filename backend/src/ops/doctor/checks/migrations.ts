import type { MigrationInterface } from 'typeorm';
import { z } from 'zod';
import { select } from '../../../database/reader.js';
import type { Check, Findings, Patient } from '../check.js';
import { findingsOf } from '../check.js';

const nameRow = z.object({ name: z.string() });

export const MIGRATIONS_RECORDED: Check = {
  name: 'Each migration is recorded once, in its order',
  look: lookAtMigrations,
  remedy: 'restore a backup from before, or put that table right',
  repair: null,
};

async function lookAtMigrations({ manager }: Patient): Promise<Findings> {
  const rows = await select(manager, nameRow, 'SELECT name FROM migrations ORDER BY timestamp');
  const recorded = rows.map(({ name }) => name).join(', ');
  const known = manager.connection.migrations.map(nameOf).join(', ');
  return findingsOf(
    `${rows.length} migrations`,
    recorded === known ? [] : [`recorded are ${recorded}; they should be ${known}`],
  );
}

function nameOf(migration: MigrationInterface): string {
  return migration.name ?? migration.constructor.name;
}
