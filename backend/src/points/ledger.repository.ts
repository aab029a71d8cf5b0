import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { z } from 'zod';
import type { Dialect } from '../database/dialect.js';
import { select } from '../database/reader.js';
import { repositoryOf } from '../database/repository.js';
import { LedgerEntry } from './ledger-entry.entity.js';

type NewEntry = Omit<LedgerEntry, 'number' | 'total'>;

const addAll = (dialect: Dialect): string => `
INSERT INTO ledger_entry (wallet, cause, reference, points, total, recorded_at)
SELECT entry.wallet, cause, reference, entry.points, wallet.points + entry.points, recorded_at
FROM (${dialect.recordsOf('$1', 'ledger_entry', ['wallet', 'cause', 'reference', 'points', 'recorded_at'])}) AS entry
CROSS JOIN wallet WHERE address = entry.wallet`;

const entryRow = z.object({ number: z.int(), wallet: z.string(), points: z.int() });

export type EntryForRecruit = z.infer<typeof entryRow>;

const LATEST_FOR_RECRUIT = `
WITH RECURSIVE chain (number, wallet, points) AS (
  SELECT number, wallet, points FROM ledger_entry WHERE cause = 'recruit' AND reference = $1
  UNION ALL
  SELECT next.number, next.wallet, next.points
  FROM chain JOIN ledger_entry AS next
    ON next.cause = 'reversal' AND next.reference = CAST(chain.number AS varchar))
SELECT * FROM chain ORDER BY number DESC LIMIT 1`;

@Injectable()
export class LedgerRepository extends repositoryOf(LedgerEntry) {
  private readonly addAll = addAll(this.dialect);

  /** Inserts entries; a trigger updates the points of their wallets. */
  async add(...entries: NewEntry[]): Promise<void> {
    let waiting = entries;
    while (waiting.length > 0) {
      // At most one entry per wallet in a statement: PostgreSQL updates a wallet's points only after the statement.
      const wallets = waiting.map(({ wallet }) => wallet);
      const isNext = ({ wallet }: NewEntry, n: number) => wallets.indexOf(wallet) === n;
      const rows = waiting
        .filter(isNext)
        .map(({ recordedAt, ...entry }) => ({ ...entry, recorded_at: recordedAt }));
      await this.manager.query(this.addAll, [JSON.stringify(rows)]);
      waiting = waiting.filter((entry, n) => !isNext(entry, n));
    }
  }

  async reverse({ number, wallet, points }: EntryForRecruit, recordedAt: string): Promise<void> {
    const reference = String(number);
    await this.add({ wallet, cause: 'reversal', reference, points: -points, recordedAt });
  }

  /**
   * Returns the newest entry for a recruit: the last reversal or, without one, the original entry; null without an
   * entry.
   */
  async latestForRecruit(recruit: string): Promise<EntryForRecruit | null> {
    const [latest] = await select(this.manager, entryRow, LATEST_FOR_RECRUIT, [recruit]);
    return latest ?? null;
  }

  /** Returns the points that a ban has taken from a wallet, and that an unban has not given back. */
  async takenByBan(wallet: string): Promise<number> {
    return -((await this.sum('points', { wallet, cause: In(['ban', 'unban']) })) ?? 0);
  }
}
