import type { DataSource, EntityManager } from 'typeorm';
import { z } from 'zod';
import { Unavailable } from '../core/errors.js';
import { isUnavailable } from './database-errors.js';

export const nameRow = z.object({ name: z.string() });

/** Converts a time of a view to ISO 8601. SQLite returns text, PostgreSQL a Date. */
export const viewTime = z
  .union([z.date(), z.string().transform((text) => new Date(`${text}Z`))])
  .transform((time) => time.toISOString());

export type SqlValue = string | number | null;

export async function select<Row>(
  source: DataSource | EntityManager,
  rowSchema: z.ZodType<Row>,
  sql: string,
  parameters: SqlValue[] = [],
): Promise<Row[]> {
  const rows: unknown[] = await source.query(sql, parameters);
  return rows.map((row) => rowSchema.parse(row));
}

/** Yields pages on demand until one is empty. `read` fetches the first page, or the page after a given row. */
export async function* pagesOf<Row>(
  read: (after: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[], void> {
  let page = await read(undefined);
  while (page.length > 0) {
    yield page;
    page = await read(page.at(-1));
  }
}

/** Runs `work` on one snapshot. Only for tools: on SQLite, all other reads of `source` would see that snapshot, too. */
export async function atOneMoment<T>(
  source: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  const runner = source.createQueryRunner();
  try {
    await runner.startTransaction();
    return await work(runner.manager);
  } finally {
    // On a damaged file the rollback may fail, too; nothing was written.
    await runner.rollbackTransaction().catch(() => undefined);
    await runner.release();
  }
}

/** Makes statements of a data source fail as Unavailable while its database is down or closed. */
export function reportOutages(source: DataSource): void {
  const createQueryRunner = source.createQueryRunner.bind(source);
  source.createQueryRunner = (mode) => {
    const runner = createQueryRunner(mode);
    // On SQLite, all statements share one runner, which may have the new method already.
    if (Object.hasOwn(runner, 'query')) return runner;
    const query = runner.query.bind(runner);
    return Object.assign(runner, {
      query: (...statement: [string, unknown[] | undefined, true]) =>
        query(...statement).catch((error: unknown) => {
          if (source.isInitialized && !isUnavailable(source, error)) throw error;
          const sentence = 'The database cannot be read now. Try again shortly.';
          throw new Unavailable(sentence, 5, { cause: error });
        }),
    });
  };
}
