import { Injectable } from '@nestjs/common';
import { EntityManager, Repository } from 'typeorm';
import { z } from 'zod';
import { select } from '../database/reader.js';
import { LedgerEntry } from './ledger-entry.entity.js';

const ADD = `
INSERT INTO ledger_entry (wallet, cause, reference, points, total, recorded_at)
SELECT address, CAST($2 AS varchar), CAST($3 AS varchar), CAST($4 AS integer), points + CAST($4 AS integer), CAST($5 AS varchar)
FROM wallet WHERE address = $1`;

const entryRow = z.object({ number: z.int(), wallet: z.string(), points: z.int() });

const LATEST_FOR_RECRUIT = `
WITH RECURSIVE chain (number, wallet, points) AS (
  SELECT number, wallet, points FROM ledger_entry WHERE cause = 'recruit' AND reference = $1
  UNION ALL
  SELECT next.number, next.wallet, next.points
  FROM chain JOIN ledger_entry AS next
    ON next.cause = 'reversal' AND next.reference = CAST(chain.number AS varchar))
SELECT * FROM chain ORDER BY number DESC LIMIT 1`;

/** Repository of the ledger, on the reader's connections or in the transaction of a given manager. */
@Injectable()
export class LedgerRepository extends Repository<LedgerEntry> {
  constructor(manager: EntityManager) {
    super(LedgerEntry, manager, manager.queryRunner);
  }

  /** Adds points to a wallet, or subtracts them; a trigger updates its total. */
  async add(entry: Omit<LedgerEntry, 'number' | 'total'>): Promise<void> {
    const { wallet, cause, reference, points, recordedAt } = entry;
    await this.manager.query(ADD, [wallet, cause, reference, points, recordedAt]);
  }

  /** Adds the opposite of an entry. */
  async reverse(
    { number, wallet, points }: Pick<LedgerEntry, 'number' | 'wallet' | 'points'>,
    recordedAt: string,
  ): Promise<void> {
    const reference = String(number);
    await this.add({ wallet, cause: 'reversal', reference, points: -points, recordedAt });
  }

  /** Returns the entry for a recruit, or the last of the reversals that follow it; null if there is none. */
  async latestForRecruit(recruit: string): Promise<z.infer<typeof entryRow> | null> {
    const [latest] = await select(this.manager, entryRow, LATEST_FOR_RECRUIT, [recruit]);
    return latest ?? null;
  }

  /** Returns the points that the newest ban has taken from a wallet, as a negative number; 0 without a ban. */
  async pointsOfNewestBan(wallet: string): Promise<number> {
    const ban = await this.findOne({ where: { wallet, cause: 'ban' }, order: { number: 'DESC' } });
    return ban?.points ?? 0;
  }
}
