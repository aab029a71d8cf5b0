import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { ENTITIES } from '../../src/open-database.js';
import { withDatabase } from '../support/temporary-database.js';

/** Column types that a database names differently than the entities do. SQLite has one type for integers. */
const TYPES: Record<typeof databaseKind, Record<string, string>> = {
  sqlite: { bigint: 'integer' },
  postgres: { varchar: 'character varying' },
};

/** Internal tables, which have no entity. */
const MACHINERY = {
  sqlite: ['migrations', 'internal_identity', 'internal_point_count', 'internal_week_total'],
  postgres: [
    'migrations',
    'internal_identity',
    'internal_point_count',
    'internal_rate_limit',
    'internal_week_total',
  ],
}[databaseKind];

const columnRow = z.object({
  name: z.string(),
  type: z.string(),
  isNullable: z.coerce.boolean(),
  isPrimary: z.coerce.boolean(),
});
const nameRow = z.object({ name: z.string() });

const COLUMNS = {
  sqlite: `
SELECT name, lower(type) AS type, NOT "notnull" AS "isNullable", pk > 0 AS "isPrimary" FROM pragma_table_xinfo($1) ORDER BY cid`,
  postgres: `
SELECT attname AS name, format_type(atttypid, atttypmod) AS type, NOT attnotnull AS "isNullable",
  EXISTS (SELECT 1 FROM pg_index WHERE indrelid = attrelid AND indisprimary AND attnum = ANY (indkey)) AS "isPrimary"
FROM pg_attribute WHERE attrelid = CAST($1 AS regclass) AND attnum > 0 ORDER BY attnum`,
}[databaseKind];

const TABLES = {
  sqlite: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
  postgres:
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = CAST('public' AS regnamespace)",
}[databaseKind];

test.each(ENTITIES)('%p has the columns of its table, in their order', async (entity) => {
  await withDatabase(async ({ reader, reading }) => {
    const { tableName, columns } = reading.getMetadata(entity);
    expect(await reader.select(columnRow, COLUMNS, [tableName])).toEqual(
      columns.map((column) => ({
        name: column.databaseName,
        type: TYPES[databaseKind][String(column.type)] ?? column.type,
        isNullable: column.isNullable,
        isPrimary: column.isPrimary,
      })),
    );
  });
});

test('every table has an entity, except internal ones', async () => {
  await withDatabase(async ({ reader, reading }) => {
    const names = ENTITIES.map((entity) => reading.getMetadata(entity).tableName);
    const tables = await reader.select(nameRow, TABLES);
    expect(tables.map(({ name }) => name).toSorted()).toEqual([...names, ...MACHINERY].toSorted());
  });
});
