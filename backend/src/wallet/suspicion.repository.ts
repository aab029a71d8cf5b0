import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { EntityManager } from 'typeorm';
import { z } from 'zod';
import { BACKGROUND } from '../database/database.js';
import { select, viewTime } from '../database/reader.js';
import { countRow } from '../database/rows.js';

/** A sign that wallets below `wallet` may belong to one person. */
const suspicionRow = z.strictObject({
  wallet: z.string(),
  /** Time of the first proof of these wallets (ISO 8601, UTC). */
  since: viewTime,
  reason: z.string(),
});

type Suspicion = z.infer<typeof suspicionRow>;

const COUNT = 'SELECT CAST(count(DISTINCT wallet) AS integer) AS count FROM suspects';
const ALL = 'SELECT wallet, since, reason FROM suspects';

@Injectable()
export class SuspicionRepository {
  constructor(@InjectEntityManager(BACKGROUND) private readonly manager: EntityManager) {}

  async countWallets(): Promise<number> {
    const [row] = await select(this.manager, countRow, COUNT);
    return row?.count ?? 0;
  }

  all(): Promise<Suspicion[]> {
    return select(this.manager, suspicionRow, ALL);
  }

  of(wallet: string): Promise<Suspicion[]> {
    return select(this.manager, suspicionRow, `${ALL} WHERE wallet = $1`, [wallet]);
  }
}
