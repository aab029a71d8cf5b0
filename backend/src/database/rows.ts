import type { EntityMetadata, Repository } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { z } from 'zod';
import { dialectOf } from './dialect.js';
import { pagesOf, type SqlValue } from './reader.js';

export const countRow = z.object({ count: z.int() });

/** Values by property name. */
export const anyRow = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

export type AnyRow = z.infer<typeof anyRow>;

const PAGE_SIZE = 500;

/** Yields the given columns of all rows of a table, in pages, ordered by the primary key. */
export async function* pagesOfTable(
  { tableName, primaryColumns }: EntityMetadata,
  columns: readonly ColumnMetadata[],
  read: (sql: string, parameters: SqlValue[]) => Promise<AnyRow[]>,
): AsyncGenerator<AnyRow[], void> {
  const list = Array.from(
    new Set([...primaryColumns, ...columns]),
    ({ databaseName, propertyName }) => `${databaseName} AS "${propertyName}"`,
  );
  const key = primaryColumns.map(({ databaseName }) => databaseName).join(', ');
  const places = primaryColumns.map((_column, index) => `$${index + 1}`).join(', ');
  const pages = pagesOf<AnyRow>((after) =>
    read(
      `SELECT ${list.join(', ')} FROM ${tableName}
${after === undefined ? '' : `WHERE (${key}) > (${places})`} ORDER BY ${key} LIMIT ${PAGE_SIZE}`,
      after === undefined
        ? []
        : primaryColumns.map(({ propertyName }) => after[propertyName] ?? null),
    ),
  );
  for await (const page of pages) yield page.map((row) => pick(row, columns));
}

function pick(row: AnyRow, columns: readonly ColumnMetadata[]): AnyRow {
  return Object.fromEntries(
    columns.map(({ propertyName }) => [propertyName, row[propertyName] ?? null]),
  );
}

/**
 * Inserts rows in the given order. The statement is the same for any number of rows, so SQLite's driver can cache it.
 * @param rows have the same properties
 * @param rest SQL after the rows, such as ON CONFLICT
 * @returns the rows of RETURNING in `rest`, in any order; none without RETURNING
 */
export async function insertAll<Entity extends object>(
  { manager, metadata: { tableName, columns } }: Repository<Entity>,
  rows: readonly Partial<Entity>[],
  rest = '',
): Promise<unknown[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const given = columns.filter(({ propertyName }) => propertyName in first);
  const names = given.map(({ databaseName }) => databaseName);
  const records = rows.map((row) =>
    Object.fromEntries(given.map((column) => [column.databaseName, column.getEntityValue(row)])),
  );
  // TypeORM returns no rows for a SQLite statement that begins with INSERT. This one begins with a line feed.
  const sql = `
INSERT INTO ${tableName} (${names.join(', ')})
${dialectOf(manager).recordsOf('$1', tableName, names)} ${rest}`;
  const returned: unknown[] = await manager.query(sql, [JSON.stringify(records)]);
  return returned;
}

/** Deletes up to `limit` rows that had expired by `until`, earliest expiry first, and returns their number. */
export async function deleteExpired<Row extends { expiresAt: string }>(
  repository: Repository<Row>,
  until: Date,
  limit: number,
): Promise<number> {
  const { tableName, primaryColumns } = repository.metadata;
  const key = primaryColumns.map(({ databaseName }) => databaseName).join();
  const some = `SELECT ${key} FROM ${tableName} WHERE expires_at <= :until ORDER BY expires_at LIMIT ${limit}`;
  const { affected } = await repository
    .createQueryBuilder()
    .delete()
    .where(`${key} IN (${some})`, { until: until.toISOString() })
    .execute();
  return affected ?? 0;
}
