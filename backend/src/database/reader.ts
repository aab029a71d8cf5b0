import type { DataSource, EntityManager, EntityMetadata, EntityTarget } from 'typeorm';
import { z } from 'zod';
import { dialectOf, type Dialect } from './dialect.js';
import { Unavailable } from '../core/errors.js';
import { isUnavailable } from './database-errors.js';

export type SqlValue = string | number | null;

/** The rows that a statement selects, each checked to be what the caller says it is. Parameters are `$1`, `$2`, … */
export async function select<Row>(
  source: DataSource | EntityManager,
  rowSchema: z.ZodType<Row>,
  sql: string,
  parameters: SqlValue[] = [],
): Promise<Row[]> {
  return z.array(rowSchema).parse(await source.query(sql, parameters));
}

/** Rows, page by page as they are asked for. `read` reads the page after a row, or the first page. */
export async function* pagesOf<Row>(
  read: (after: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[], void> {
  let page = await read(undefined);
  while (page.length > 0) {
    yield page;
    page = await read(page.at(-1));
  }
}

/** Reads what is committed, on a connection of its own: it never waits for a write. */
export class Reader {
  readonly dialect: Dialect;

  constructor(private readonly dataSource: DataSource) {
    this.dialect = dialectOf(dataSource);
  }

  /** As the function `select`. @throws Unavailable when the database cannot be read now */
  select<Row>(rowSchema: z.ZodType<Row>, sql: string, parameters: SqlValue[] = []): Promise<Row[]> {
    return this.read((manager) => select(manager, rowSchema, sql, parameters));
  }

  /** Runs what only reads entities. @throws Unavailable when the database cannot be read now */
  async read<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await work(this.dataSource.manager);
    } catch (error) {
      // A server that is shutting down has closed its connections.
      const isDown = !this.dataSource.isInitialized || isUnavailable(this.dataSource, error);
      if (error instanceof z.ZodError || !isDown) throw error;
      const sentence = 'The database cannot be read now. Try again shortly.';
      throw new Unavailable(sentence, 5, { cause: error });
    }
  }

  metadataOf(entity: EntityTarget<object>): EntityMetadata {
    return this.dataSource.getMetadata(entity);
  }

  /**
   * Runs `work` on everything as it is at one moment. For a tool that serves nobody: what else is read here meanwhile
   * may be of that moment, too.
   */
  async atOneMoment<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      return await work(runner.manager);
    } finally {
      // Nothing was written, so it does not matter how the transaction ends: on a damaged file it may fail to.
      await runner.rollbackTransaction().catch(() => undefined);
      await runner.release();
    }
  }
}
