import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { Database } from '../../../src/database/database.js';
import { insertRows } from '../../../src/database/reader.js';
import { wallet } from '../wallets.js';

const NOW = '2026-11-21T12:00:00.000Z';

/** Lets a wallet join; what it returns is `name`. */
export const join = (name: string | number) => async (manager: EntityManager) => {
  await insertRows(manager, 'wallet (address, joined_at)', [[wallet(name), NOW]]);
  return name;
};

export async function countWallets({ reader }: Database): Promise<number> {
  const [row] = await reader.select(z.object({ n: z.int() }), 'SELECT count(*) AS n FROM wallet');
  return row?.n ?? -1;
}
