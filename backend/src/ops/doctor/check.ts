import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { MeasureStorage } from '../../database/database.js';
import { select } from '../../database/reader.js';
import { differs, recount, type DERIVED_COLUMNS } from '../../database/objects/recount.js';
import { countRows } from '../rows.js';

export interface CheckContext {
  /** Reads everything as it is at one moment. */
  readonly manager: EntityManager;
  readonly measureStorage: MeasureStorage;
  readonly now: Date;
  /**
   * Has what follows be read at a later moment: a long look at one moment keeps the log from being written back.
   * @param done how much of the check is done, from 0 to 1
   */
  readonly yieldLock: (done: number) => Promise<void>;
}

export interface Findings {
  /** What was looked at, such as `1,024 wallets`. */
  readonly looked: string;
  /** What is wrong, a sentence each. */
  readonly faults: readonly string[];
  /** How many there are in all, where those are only the first. */
  readonly count?: number;
}

export interface Repair {
  /** What was done then, as a sentence. */
  readonly did: string;
  readonly run: (manager: EntityManager, now: Date) => Promise<void>;
}

/**
 * Something that must hold, and what to do when it does not: the remedy is what the operator can do, unless that is
 * `doctor --repair`.
 */
export type Check = {
  readonly name: string;
  readonly look: (context: CheckContext) => Promise<Findings>;
} & (
  | { readonly remedy?: string; readonly repair: Repair }
  | { readonly remedy: string; readonly repair?: undefined }
);

/** The remedy for what follows from something else. */
export const REPAIR = 'doctor --repair';

export const MAX_TOLD = 20;

type Noun = readonly [one: string, many: string];

export function counted(count: number, [one, many]: Noun): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

const faultRow = z.object({ what: z.string(), count: z.int() });

/**
 * A look at rows by SQL that both kinds of database know.
 * @param noun what the rows are
 * @param from SQL of a table with those rows, or several in parentheses
 * @param faults a SELECT of what is wrong, a sentence a row, as `what`
 */
export function lookBySql(noun: Noun, from: string, faults: string): Check['look'] {
  return async ({ manager }) => {
    const rows = await select(
      manager,
      faultRow,
      `SELECT what, count(*) OVER () AS count FROM (${faults}) AS fault LIMIT ${MAX_TOLD}`,
    );
    return {
      looked: counted(await countRows(manager, `${from} AS looked_at`), noun),
      faults: rows.map(({ what }) => what),
      count: rows[0]?.count ?? 0,
    };
  };
}

/** Repairs by statements. */
export function repairBySql(did: string, ...statements: readonly string[]): Repair {
  return {
    did,
    run: async (manager) => {
      for (const statement of statements) await manager.query(statement);
    },
  };
}

/**
 * A check of columns of wallets that follow from other rows.
 * @param fault SQL of a sentence about a wallet where they do not
 * @param did what was done when they were derived again
 */
export function checkWallets(
  name: string,
  columns: readonly (keyof typeof DERIVED_COLUMNS)[],
  fault: string,
  did: string,
): Check {
  return {
    name,
    look: lookBySql(
      ['wallet', 'wallets'],
      'wallet',
      `SELECT ${fault} AS what FROM wallet WHERE ${differs(columns)}`,
    ),
    repair: repairBySql(did, recount(columns)),
  };
}
