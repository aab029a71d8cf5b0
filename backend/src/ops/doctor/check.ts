import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { dialectOf } from '../../database/dialect.js';
import type { SqlValue } from '../../database/reader.js';
import { select } from '../../database/reader.js';
import type { MeasureStorage } from '../../database/database.js';

/** Runs `work` in a transaction that may write. The work takes back whatever it writes. */
export type TryOut = <T>(work: (manager: EntityManager) => Promise<T>) => Promise<T>;

/** A database that is looked at. */
export interface Patient {
  /** Reads everything as it is at one moment. */
  readonly manager: EntityManager;
  /** Has what follows be read at a later moment: a long look at one moment keeps the log from being written back. */
  readonly giveWay: () => Promise<void>;
  readonly tryOut: TryOut;
  readonly measureStorage: MeasureStorage;
  readonly now: Date;
}

/** Is told how much of a check is done, from 0 to 1. */
export type Reach = (share: number) => void;

/** What came of looking. */
export interface Findings {
  /** What was looked at, such as `1,024 wallets`. */
  readonly looked: string;
  /** How much is wrong. */
  readonly count: number;
  /** What is wrong, a sentence each: the first few where there is much. */
  readonly faults: readonly string[];
}

/** A look at rows by SQL that both kinds of database know. */
export interface SqlLook {
  /** What the rows are, such as `wallets`. */
  readonly things: string;
  /** SQL of a table with those rows, or several in parentheses. */
  readonly from: string;
  /** A SELECT of what is wrong, a sentence a row, as `what`. */
  readonly faults: string;
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
  readonly look: SqlLook | ((patient: Patient, reach: Reach) => Promise<Findings>);
  /** What the operator can do. */
  readonly remedy: string;
  /** Null where nothing else says what it should be. */
  readonly repair: Repair | null;
}

/** Faults that are told one by one. */
export const MAX_TOLD = 20;

/** The remedy for what follows from something else. */
export const REPAIR = 'doctor --repair';

/** A row of `SELECT count(*) AS count …`. */
export const countRow = z.object({ count: z.int() });

const faultRow = countRow.extend({ what: z.string() });

/** The findings of somebody who has all faults at hand. */
export function findingsOf(looked: string, faults: readonly string[]): Findings {
  return { looked, count: faults.length, faults: faults.slice(0, MAX_TOLD) };
}

/** Looks at everything that a check is about. */
export async function lookFor({ look }: Check, patient: Patient, reach: Reach): Promise<Findings> {
  return typeof look === 'function' ? look(patient, reach) : lookBySql(patient, look);
}

/** Looks at rows by SQL that both kinds of database know. */
export async function lookBySql(
  { manager }: Patient,
  { things, from, faults }: SqlLook,
): Promise<Findings> {
  const rows = await select(
    manager,
    faultRow,
    `SELECT what, count(*) OVER () AS count FROM (${faults}) AS fault LIMIT ${MAX_TOLD}`,
  );
  const [all] = await select(
    manager,
    countRow,
    `SELECT count(*) AS count FROM ${from} AS looked_at`,
  );
  return {
    looked: `${(all?.count ?? 0).toLocaleString('en')} ${things}`,
    count: rows[0]?.count ?? 0,
    faults: rows.map(({ what }) => what),
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

/** Runs a statement whose parameters are `$1`, `$2`, … */
export async function execute(
  manager: EntityManager,
  sql: string,
  parameters: SqlValue[],
): Promise<void> {
  await manager.query(dialectOf(manager).toSql(sql), parameters);
}
