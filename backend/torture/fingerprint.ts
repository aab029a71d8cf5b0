import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { select } from '../src/database/reader.js';

const objectRow = z.object({ type: z.string(), name: z.string(), sql: z.string() });
const anyRow = z.record(z.string(), z.unknown());

/** A hash of everything in a SQLite file: its tables, indexes, triggers and views, and all rows. Null when there is no file. */
export async function fingerprintOf(path: string): Promise<string | null> {
  if (!existsSync(path)) return null;
  const source = await new DataSource({ type: 'sqlite', database: path }).initialize();
  try {
    const objects = await select(
      source,
      objectRow,
      'SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name',
    );
    const hash = createHash('sha256').update(JSON.stringify(objects));
    for (const { name } of objects.filter(({ type }) => type === 'table')) {
      const rows = await select(source, anyRow, `SELECT * FROM ${name}`);
      hash.update(JSON.stringify([name, ...rows.map((row) => JSON.stringify(row)).sort()]));
    }
    return hash.digest('hex');
  } finally {
    await source.destroy();
  }
}
