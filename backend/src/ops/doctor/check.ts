import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { dialectOf } from '../../database/dialect.js';
import { select } from '../../database/reader.js';
import type { MeasureStorage } from '../../database/database.js';
import { countRows } from '../rows.js';

/** Runs `work` in a transaction that may write. The work takes back whatever it writes. */
export type TryOut = <T>(work: (manager: EntityManager) => Promise<T>) => Promise<T>;

/** The database that checks look at. */
export interface CheckContext {
  /** Reads everything as it is at one moment. */
  readonly manager: EntityManager;
  /** Has what follows be read at a later moment: a long look at one moment keeps the log from being written back. */
  readonly giveWay: () => Promise<void>;
  readonly tryOut: TryOut;
  readonly measureStorage: MeasureStorage;
  readonly now: Date;
}

export interface Findings {
  /** What was looked at, such as `1,024 wallets`. */
  readonly looked: string;
  readonly count: number;
  /** What is wrong, a sentence each: the first few where there is much. */
  readonly faults: readonly string[];
}

/** How something is mended that follows from something else. */
export interface Repair {
  /** What was done then, as a sentence. */
  readonly did: string;
  readonly run: (manager: EntityManager, now: Date) => Promise<void>;
}

/** Something that must hold, and what to do when it does not. */
export interface Check {
  readonly name: string;
  /** @param reach is told how much of the check is done, from 0 to 1 */
  readonly look: (context: CheckContext, reach: (share: number) => void) => Promise<Findings>;
  /** What the operator can do. */
  readonly remedy: string;
  /** Null where nothing else says what it should be. */
  readonly repair: Repair | null;
}

/** Faults that are told one by one. */
export const MAX_TOLD = 20;

/** The remedy for what follows from something else. */
export const REPAIR = 'doctor --repair';

/** What is counted, such as `wallet` and `wallets`. */
type Noun = readonly [one: string, many: string];

export function counted(count: number, [one, many]: Noun): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** The findings of somebody who has all faults at hand. */
export function findingsOf(looked: string, faults: readonly string[]): Findings {
  return { looked, count: faults.length, faults: faults.slice(0, MAX_TOLD) };
}

const faultRow = z.object({ what: z.string(), count: z.int() });

/**
 * A look at rows by SQL that both kinds of database know.
 * @param noun what the rows are
 * @param from SQL of a table with those rows, or several in parentheses
 * @param faults a SELECT of what is wrong, a sentence a row, as `what`
 */
export function lookBySql(noun: Noun, from: string, faults: string) {
  return async ({ manager }: CheckContext): Promise<Findings> => {
    const rows = await select(
      manager,
      faultRow,
      `SELECT what, count(*) OVER () AS count FROM (${faults}) AS fault LIMIT ${MAX_TOLD}`,
    );
    return {
      looked: counted(await countRows(manager, `${from} AS looked_at`), noun),
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
      const { begin, end } = dialectOf(manager).suspendTriggers;
      for (const statement of [begin, ...statements, end]) await manager.query(statement);
    },
  };
}
