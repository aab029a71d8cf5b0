import { Injectable } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import { z } from 'zod';
import { select, viewTime } from '../database/reader.js';

export const walletHistorySchema = z.object({
  number: z.int(),
  joinedAt: z.iso.datetime(),
  bannedAt: z.iso.datetime().nullable(),
  lastCheckIn: z.iso.date().nullable(),
  checkIns: z.int(),
});

const KNOWN = `
SELECT joined_number AS number, joined_at AS "joinedAt", banned_at AS "bannedAt",
  (SELECT max(day) FROM check_in WHERE wallet = address) AS "lastCheckIn",
  (SELECT count(*) FROM check_in WHERE wallet = address) AS "checkIns"
FROM wallet WHERE address = $1`;
const eventRow = z.object({
  at: viewTime.transform((time) => time.slice(0, 19).replace('T', ' ')),
  event: z.string(),
});

const STORY =
  'SELECT at, event FROM wallet_story WHERE wallet = $1 ORDER BY at DESC, step DESC LIMIT $2';

@Injectable()
export class WalletHistoryRepository {
  constructor(private readonly manager: EntityManager) {}

  async of(wallet: string): Promise<z.infer<typeof walletHistorySchema> | null> {
    const [known] = await select(this.manager, walletHistorySchema, KNOWN, [wallet]);
    return known ?? null;
  }

  newestEvents(wallet: string, limit: number): Promise<z.infer<typeof eventRow>[]> {
    return select(this.manager, eventRow, STORY, [wallet, limit]);
  }
}
