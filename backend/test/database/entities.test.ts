import { expect, test } from '@jest/globals';
import type { EntityMetadata } from 'typeorm';
import { z } from 'zod';
import { ENTITIES } from '../../src/open-database.js';
import type { Reader } from '../../src/database/reader.js';
import { withDatabase } from '../support/temporary-database.js';

/** The types of the entities as each database calls them. SQLite has one type of whole numbers. */
const TYPES: Record<typeof databaseKind, Record<string, string>> = {
  sqlite: { bigint: 'integer' },
  postgres: { varchar: 'character varying' },
};

/** On SQLite the recruit is found by its number. */
const ONLY_ON_POSTGRES = 'referral_by_recruit';

/** What the machinery needs, and no entity is of. */
const MACHINERY = {
  sqlite: ['migrations', 'rank_count', 'trigger_suspension'],
  postgres: ['migrations', 'rank_count', 'rate_limit'],
}[databaseKind];

const columnRow = z.object({
  name: z.string(),
  type: z.string(),
  isNullable: z.coerce.boolean(),
  isPrimary: z.coerce.boolean(),
});
const commentRow = z.object({ name: z.string(), comment: z.string().nullable() });
const indexRow = z.object({
  name: z.string(),
  columns: z.string(),
  isUnique: z.coerce.boolean(),
  isPartial: z.coerce.boolean(),
});
const sqlRow = z.object({ sql: z.string() });
const nameRow = z.object({ name: z.string() });

const COLUMNS = {
  sqlite: `
SELECT name, lower(type) AS type, NOT "notnull" AS "isNullable", pk > 0 AS "isPrimary" FROM pragma_table_xinfo($1) ORDER BY cid`,
  postgres: `
SELECT attname AS name, format_type(atttypid, atttypmod) AS type, NOT attnotnull AS "isNullable",
  EXISTS (SELECT 1 FROM pg_index WHERE indrelid = attrelid AND indisprimary AND attnum = ANY (indkey)) AS "isPrimary"
FROM pg_attribute WHERE attrelid = CAST($1 AS regclass) AND attnum > 0 ORDER BY attnum`,
}[databaseKind];

const INDEXES = {
  sqlite: `
SELECT list.name, "unique" AS "isUnique", partial AS "isPartial", (
  SELECT group_concat(info.name, ', ') FROM pragma_index_info(list.name) AS info) AS columns
FROM pragma_index_list($1) AS list WHERE origin = 'c' ORDER BY 1`,
  postgres: `
SELECT CAST(CAST(indexrelid AS regclass) AS text) AS name, indisunique AS "isUnique",
  indpred IS NOT NULL AS "isPartial", (
  SELECT string_agg(attname, ', ' ORDER BY attnum) FROM pg_attribute WHERE attrelid = indexrelid) AS columns
FROM pg_index WHERE indrelid = CAST($1 AS regclass)
  AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid) ORDER BY 1`,
}[databaseKind];

const TABLES = {
  sqlite: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
  postgres:
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = CAST('public' AS regnamespace)",
}[databaseKind];

const COMMENTS_ON_POSTGRES = `
SELECT attname AS name, col_description(attrelid, attnum) AS comment
FROM pg_attribute WHERE attrelid = CAST($1 AS regclass) AND attnum > 0
UNION ALL SELECT '', obj_description(CAST($1 AS regclass))`;

/** What the columns are said to be, and under no name the table. */
async function commentsOn(reader: Reader, table: string): Promise<Record<string, string>> {
  if (databaseKind === 'postgres') {
    const rows = await reader.select(commentRow, COMMENTS_ON_POSTGRES, [table]);
    return toRecord(rows);
  }
  const [row] = await reader.select(sqlRow, 'SELECT sql FROM sqlite_schema WHERE name = $1', [
    table,
  ]);
  const lines = (row?.sql ?? '').split('\n');
  const ofTable = lines.flatMap((line) => /^ {2}-- (.*)$/.exec(line)?.slice(1) ?? []);
  let column = '';
  const ofColumns = lines.map((line) => {
    column = /^ {2}"(\w+)"/.exec(line)?.[1] ?? column;
    return { name: column, comment: /[^ ].* -- (.*)$/.exec(line)?.[1] ?? null };
  });
  return toRecord([{ name: '', comment: ofTable.join(' ') }, ...ofColumns]);
}

function toRecord(rows: readonly z.infer<typeof commentRow>[]): Record<string, string> {
  const comments: Record<string, string> = {};
  for (const { name, comment } of rows) if (comment !== null) comments[name] = comment;
  return comments;
}

const told = ({ tableName, comment, columns, indices }: EntityMetadata) => ({
  columns: columns.map((column) => ({
    name: column.databaseName,
    type: TYPES[databaseKind][String(column.type)] ?? column.type,
    isNullable: column.isNullable,
    isPrimary: column.isPrimary,
  })),
  comments: toRecord([
    { name: '', comment: comment ?? null },
    ...columns.map((column) => ({
      name: column.databaseName,
      comment: column.comment ?? null,
    })),
  ]),
  indexes: indices
    .map((index) => ({
      name: index.name,
      columns: index.columns.map(({ databaseName }) => databaseName).join(', '),
      isUnique: index.isUnique,
      isPartial: index.where !== undefined,
    }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  tableName,
});

test.each(ENTITIES)(
  '%p is the table as it is: columns, types, comments, indexes',
  async (entity) => {
    await withDatabase(async ({ reader }) => {
      const metadata = reader.metadataOf(entity);
      const expected = told(metadata);
      const table = metadata.tableName;
      const indexes = await reader.select(indexRow, INDEXES, [table]);
      expect({
        tableName: table,
        columns: await reader.select(columnRow, COLUMNS, [table]),
        comments: await commentsOn(reader, table),
        indexes: indexes.filter(({ name }) => name !== ONLY_ON_POSTGRES),
      }).toEqual(expected);
    });
  },
);

test('every table but those of the machinery has an entity', async () => {
  await withDatabase(async ({ reader }) => {
    const names = ENTITIES.map((entity) => reader.metadataOf(entity).tableName);
    const tables = await reader.select(nameRow, TABLES);
    expect(tables.map(({ name }) => name).toSorted()).toEqual([...names, ...MACHINERY].toSorted());
  });
});
