import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { ENTITIES } from '../../src/open-database.js';
import { withDatabase } from '../support/temporary-database.js';
import { select } from '../../src/database/reader.js';

const INTERNAL_TABLES = {
  sqlite: ['migrations', 'internal_identity', 'internal_point_count', 'internal_week_total'],
  postgres: [
    'migrations',
    'internal_identity',
    'internal_point_count',
    'internal_rate_limit',
    'internal_week_total',
  ],
}[databaseKind];

const nameRow = z.object({ name: z.string() });

const TABLES = {
  sqlite: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
  postgres:
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = CAST('public' AS regnamespace)",
}[databaseKind];

test('every table has an entity, except internal ones', async () => {
  await withDatabase(async ({ reading }) => {
    const names = ENTITIES.map((entity) => reading.getMetadata(entity).tableName);
    const tables = await select(reading, nameRow, TABLES);
    expect(tables.map(({ name }) => name).toSorted()).toEqual(
      [...names, ...INTERNAL_TABLES].toSorted(),
    );
  });
});
