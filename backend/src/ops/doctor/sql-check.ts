import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { dialectOf } from '../../database/dialect.js';
import type { SqlValue } from '../../database/reader.js';
import { select } from '../../database/reader.js';
import type { Findings, Patient, Repair } from './check.js';
import { MOST_TOLD } from './check.js';

const countRow = z.object({ count: z.int() });
const faultRow = countRow.extend({ what: z.string() });

/** How rows are looked at by SQL. */
interface SqlLook {
  /** What the rows are, such as `wallets`. */
  readonly things: string;
  /** SQL of a table with those rows, or several in parentheses. */
  readonly from: string;
  /** A SELECT of what is wrong, a sentence a row, as `what`. */
  readonly faults: string;
}

/** Looks at rows by SQL that both kinds of database know. */
export function lookBySql({
  things,
  from,
  faults,
}: SqlLook): (patient: Patient) => Promise<Findings> {
  return async ({ manager }) => {
    const rows = await select(
      manager,
      faultRow,
      `SELECT what, count(*) OVER () AS count FROM (${faults}) AS fault LIMIT ${MOST_TOLD}`,
    );
    return {
      looked: `${await countRows(manager, from)} ${things}`,
      count: rows[0]?.count ?? 0,
      faults: rows.map(({ what }) => what),
    };
  };
}

/** Mends by statements that may change what triggers otherwise derive. */
export function repairBySql(did: string, ...statements: readonly string[]): Repair {
  return {
    did,
    run: async (manager) => {
      const { begin, end } = dialectOf(manager).deriving;
      for (const statement of [begin, ...statements, end]) await manager.query(statement);
    },
  };
}

/** Runs a statement whose parameters are `$1`, `$2`, … */
export async function execute(
  manager: EntityManager,
  sql: string,
  parameters: SqlValue[],
): Promise<void> {
  await manager.query(dialectOf(manager).spell(sql), parameters);
}

async function countRows(manager: EntityManager, from: string): Promise<string> {
  const [row] = await select(
    manager,
    countRow,
    `SELECT count(*) AS count FROM ${from} AS looked_at`,
  );
  return (row?.count ?? 0).toLocaleString('en');
}
