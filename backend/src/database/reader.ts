import type { DataSource, EntityManager } from 'typeorm';
import { z } from 'zod';

/** What SQL takes as a parameter. */
export type SqlValue = string | number | null;

/** The rows that a statement selects, each checked to be what the caller says it is. */
export async function select<Row>(
  source: DataSource | EntityManager,
  rowSchema: z.ZodType<Row>,
  sql: string,
  parameters: SqlValue[] = [],
): Promise<Row[]> {
  return z.array(rowSchema).parse(await source.query(sql, parameters));
}

/** Reads what is committed, on a connection of its own: it never waits for a write. */
export class Reader {
  constructor(private readonly dataSource: DataSource) {}

  async select<Row>(
    rowSchema: z.ZodType<Row>,
    sql: string,
    parameters: SqlValue[] = [],
  ): Promise<Row[]> {
    return select(this.dataSource, rowSchema, sql, parameters);
  }
}
