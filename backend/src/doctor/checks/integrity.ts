import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { select } from '../../database/reader.js';
import { counted, lookBySql, MAX_TOLD, REPAIR, type Check } from '../check.js';

const pagesRow = z.object({ page_count: z.int() });
const faultRow = z.object({ integrity_check: z.string() });

/** Matches the lines of SQLite's output that are no faults: `ok`, and headings. */
const NO_FAULT = /^(ok$|\*\*\*)/;

export const SQLITE_INTEGRITY: Check = {
  name: 'The file is sound',
  look: async ({ manager }) => {
    const [pages] = await select(manager, pagesRow, 'PRAGMA page_count');
    const rows = await select(manager, faultRow, `PRAGMA integrity_check(${MAX_TOLD})`);
    const faults = rows
      .flatMap((row) => row.integrity_check.split('\n'))
      .filter((line) => !NO_FAULT.test(line));
    const looked = counted(pages?.page_count ?? 0, ['page', 'pages']);
    const isCutOff = faults.length >= MAX_TOLD;
    return { looked: isCutOff ? `${looked}, until ${MAX_TOLD} faults were found` : looked, faults };
  },
  remedy: `${REPAIR} rebuilds the indexes; if that is not enough, restore a backup`,
  repair: {
    did: 'rebuilt the indexes',
    run: async (manager) => {
      await manager.query('REINDEX');
    },
  },
};

function numberedBy({ connection }: EntityManager): { table: string; column: string }[] {
  return connection.entityMetadatas.flatMap(({ tableName: table, generatedColumns }) =>
    generatedColumns.map(({ databaseName: column }) => ({ table, column })),
  );
}

/** Raises PostgreSQL's sequences to the highest number in each table. */
export async function continueNumbers(manager: EntityManager): Promise<void> {
  for (const { table, column } of numberedBy(manager)) {
    await manager.query(`
SELECT setval('${table}_${column}_seq', greatest(max(${column}), (SELECT last_value FROM ${table}_${column}_seq)))
FROM ${table} HAVING max(${column}) IS NOT NULL`);
  }
}

/** After an import by another tool, a sequence may lag behind the rows, so that INSERTs fail. */
export const NUMBERS_GO_ON: Check = {
  name: 'New rows are numbered after the highest number',
  look: (context) => {
    const numbered = numberedBy(context.manager);
    const faults = numbered.map(
      ({ table, column }) => `
SELECT 'the next number in ${table} is ' || next || ', but the highest is ' || highest AS what
FROM (
  SELECT last_value + CASE WHEN is_called THEN 1 ELSE 0 END AS next,
    (SELECT max(${column}) FROM ${table}) AS highest
  FROM ${table}_${column}_seq) AS ${table}_numbers
WHERE next <= highest`,
    );
    const tables = numbered.map(({ table }) => `('${table}')`).join(', ');
    const noun = ['numbered table', 'numbered tables'] as const;
    return lookBySql(noun, `(VALUES ${tables})`, faults.join('\nUNION ALL'))(context);
  },
  repair: { did: 'set the next number of each table after the highest', run: continueNumbers },
};
