import { dayOf } from '../../../src/core/clock.js';
import { weekOf } from '../../../src/core/week.js';
import { dialectOf } from '../../../src/database/dialect.js';
import {
  createIndexes,
  createObjects,
  dropObjects,
} from '../../../src/database/objects/database-objects.js';
import { recountAll } from '../../../src/database/objects/recount.js';
import type { SqlValue } from '../../../src/database/reader.js';
import type { Writer } from '../../../src/database/writer.js';
import { POINTS_PER_CHECK_IN, POINTS_PER_RECRUIT } from '../../../src/game.js';
import { insertRows } from '../../../src/database/rows.js';
import type { LogEntry } from '../../../src/transparency-log/log-entry.schema.js';
import { inventWallets, type InventedWallet } from './invent-wallets.js';

/** Wallets per batch in memory. */
const BATCH = 50_000;
const ROWS_IN_A_STATEMENT = 500;

/**
 * Fills an empty database with invented wallets in one transaction, without the checks and signatures of visitors, since
 * benchmarks need a million wallets.
 * @param origin origin of the site that the wallets sign in to; null for claims only
 * @param until time at which the last wallet joins
 */
export async function seedWallets(
  writer: Writer,
  count: number,
  origin: string | null,
  until = new Date(),
): Promise<void> {
  await writer.write(async (manager) => {
    await dropObjects(manager);
    const book = new SeedBook();
    let batch: InventedWallet[] = [];
    let done = 0;
    for (const wallet of inventWallets(count, until, origin)) {
      batch.push(wallet);
      done += 1;
      if (batch.length < BATCH && done < count) continue;
      for (const [target, rows] of Object.entries(book.rowsOf(batch))) {
        for (let start = 0; start < rows.length; start += ROWS_IN_A_STATEMENT) {
          await insertRows(manager, target, rows.slice(start, start + ROWS_IN_A_STATEMENT));
        }
      }
      batch = [];
    }
    await createIndexes(manager);
    for (const statement of recountAll(dialectOf(manager))) await manager.query(statement);
    await createObjects(manager);
  });
}

interface SeedEntry {
  readonly wallet: string;
  readonly cause: 'recruit' | 'check-in';
  readonly reference: string;
  readonly at: Date;
}

/** Creates the rows of invented wallets, and keeps the total of each wallet in the ledger. */
class SeedBook {
  private proofs = 0;
  private readonly totals = new Map<string, number>();
  /**
   * Entries that are later than the last wallet so far. None is left at the end, since the last wallet of all joins
   * after every visit.
   */
  private later: SeedEntry[] = [];

  /** Returns rows by their table and columns. */
  rowsOf(wallets: readonly InventedWallet[]): Record<string, SqlValue[][]> {
    const logIndexes = new Map<string, number>();
    for (const { address, proof } of wallets) {
      if (proof !== null) logIndexes.set(address, this.proofs++);
    }
    return {
      'wallet (address, joined_at)': wallets.map(({ address, joinedAt }) => [
        address,
        joinedAt.toISOString(),
      ]),
      'log_entry (log_index, entry)': wallets.flatMap((wallet) => logEntryOf(wallet, logIndexes)),
      'referral (recruit, referrer, status, claimed_at, proven_at, log_index, week)':
        wallets.flatMap((wallet) => referralOf(wallet, logIndexes)),
      'check_in (wallet, day, checked_in_at)': wallets.flatMap(({ address, checkIns }) =>
        checkIns.map((time) => [address, dayOf(time), time.toISOString()]),
      ),
      'ledger_entry (wallet, cause, reference, points, total, recorded_at)':
        this.entriesOf(wallets),
    };
  }

  /** Returns the entries up to the time when the last of these wallets joins, oldest first, as the totals require. */
  private entriesOf(wallets: readonly InventedWallet[]): SqlValue[][] {
    const until = wallets.at(-1)?.joinedAt ?? new Date(0);
    const entries = [...this.later, ...wallets.flatMap(earnedBy)].sort(
      (one, other) => one.at.getTime() - other.at.getTime(),
    );
    const isLater = ({ at }: SeedEntry): boolean => at > until;
    this.later = entries.filter(isLater);
    return entries.filter((entry) => !isLater(entry)).map((entry) => this.rowOf(entry));
  }

  private rowOf({ wallet, cause, reference, at }: SeedEntry): SqlValue[] {
    const points = cause === 'recruit' ? POINTS_PER_RECRUIT : POINTS_PER_CHECK_IN;
    const total = (this.totals.get(wallet) ?? 0) + points;
    this.totals.set(wallet, total);
    return [wallet, cause, reference, points, total, at.toISOString()];
  }
}

type LogIndexes = ReadonlyMap<string, number>;

function logEntryOf(
  { address, joinedAt, referrer, proof }: InventedWallet,
  logIndexes: LogIndexes,
): SqlValue[][] {
  if (referrer === null || proof === null) return [];
  const { message, signature } = proof;
  const proven = { recruit: address, referrer, at: joinedAt.toISOString() };
  const entry: LogEntry = { action: 'prove', message, signature, ...proven };
  return [[logIndexes.get(address) ?? null, JSON.stringify(entry)]];
}

function referralOf(
  { address, joinedAt, referrer, proof }: InventedWallet,
  logIndexes: LogIndexes,
): SqlValue[][] {
  if (referrer === null) return [];
  const at = joinedAt.toISOString();
  if (proof === null) return [[address, referrer, 'claimed', at, null, null, null]];
  const logIndex = logIndexes.get(address) ?? null;
  return [[address, referrer, 'proven', at, at, logIndex, weekOf(proof.issuedAt)]];
}

function earnedBy({ address, joinedAt, referrer, proof, checkIns }: InventedWallet): SeedEntry[] {
  const recruited: SeedEntry[] =
    referrer === null || proof === null
      ? []
      : [{ wallet: referrer, cause: 'recruit', reference: address, at: joinedAt }];
  const visits = checkIns.map((at): SeedEntry => ({
    wallet: address,
    cause: 'check-in',
    reference: dayOf(at),
    at,
  }));
  return [...recruited, ...visits];
}
