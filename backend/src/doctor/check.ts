import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { select } from '../database/reader.js';
import { differs, recount, type DERIVED_COLUMNS } from '../database/objects/recount.js';
import { countRow } from '../database/rows.js';
import type { Checkpoint } from '../transparency-log/checkpoint-file.js';

export interface CheckContext {
  /** Reads one snapshot, until {@link renewSnapshot} starts another one; in `ops copy`, the uncommitted copy. */
  readonly manager: EntityManager;
  /** The newest checkpoint that was published before the snapshot; null if none is known. */
  readonly published: Checkpoint | null;
  /**
   * Starts another snapshot, so that SQLite's write-ahead log does not keep growing. In `ops copy`, rolls back to the
   * copied rows instead.
   * @param done share of the check; 1 is the whole check
   */
  readonly renewSnapshot: (done: number) => Promise<void>;
}

export interface Findings {
  /** What the check looked at, such as `1,024 wallets` or `newest row 2026-11-26T12:00:00.000Z`. */
  readonly looked: string;
  /** One sentence each. */
  readonly faults: readonly string[];
  /** Number of all faults; the length of `faults` if omitted. */
  readonly count?: number;
}

export interface Repair {
  /** Description for the report, such as `rebuilt the indexes`. */
  readonly did: string;
  readonly run: (manager: EntityManager, now: Date) => Promise<void>;
}

/** `remedy` tells the operator what to do. If it is missing, the report says {@link REPAIR}. */
export type Check = {
  readonly name: string;
  readonly look: (context: CheckContext) => Promise<Findings>;
} & (
  | { readonly remedy?: string; readonly repair: Repair }
  | { readonly remedy: string; readonly repair?: undefined }
);

export const REPAIR = 'doctor --repair';

export const MAX_TOLD = 20;

type Noun = readonly [one: string, many: string];

export function counted(count: number, [one, many]: Noun): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

const faultRow = z.object({ what: z.string(), count: z.int() });

/** @param faults SELECT of the column `what`, with a sentence for each fault */
export function lookBySql(noun: Noun, from: string, faults: string): Check['look'] {
  return async ({ manager }) => {
    const rows = await select(
      manager,
      faultRow,
      `SELECT what, count(*) OVER () AS count FROM (${faults}) AS fault LIMIT ${MAX_TOLD}`,
    );
    const counting = `SELECT count(*) AS count FROM ${from} AS looked_at`;
    const [looked] = await select(manager, countRow, counting);
    return {
      looked: counted(looked?.count ?? 0, noun),
      faults: rows.map(({ what }) => what),
      count: rows[0]?.count ?? 0,
    };
  };
}

/** @param fault SQL expression for the sentence about a wallet whose columns are wrong */
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
    repair: {
      did,
      run: async (manager) => {
        await manager.query(recount(columns));
      },
    },
  };
}
