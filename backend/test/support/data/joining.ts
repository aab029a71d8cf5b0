import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { Database } from '../../../src/database/database.js';
import { AGAIN, Batch } from '../../../src/database/writer.js';
import { wallet } from '../wallets.js';
import { insertRows } from './insert-many.js';
import { select } from '../../../src/database/reader.js';

const NOW = '2026-11-21T12:00:00.000Z';

export const join = (name: string | number) => async (manager: EntityManager) => {
  await insertRows(manager, 'wallet (address, joined_at)', [[wallet(name), NOW]]);
  return name;
};

const joinTogether = async (manager: EntityManager, names: readonly string[]): Promise<void> => {
  const rows = names.map((name) => [wallet(name), NOW]);
  await insertRows(manager, 'wallet (address, joined_at)', rows);
};

/** Returns a batch that inserts wallets. It postpones names that start with "late" to a later job. */
export function joinBatch(): Batch<string, string> {
  const postponed = new Set<string>();
  return new Batch(async (manager, names) => {
    const joining = names.filter((name) => !name.startsWith('late') || postponed.has(name));
    for (const name of names) postponed.add(name);
    if (joining.length > 0) await joinTogether(manager, joining);
    return names.map((name) => (joining.includes(name) ? name : AGAIN));
  });
}

export async function countWallets({ reading }: Database): Promise<number> {
  const [row] = await select(reading, z.object({ n: z.int() }), 'SELECT count(*) AS n FROM wallet');
  return row?.n ?? -1;
}
