import type { EntityManager } from 'typeorm';
import { insertRows } from '../database/insert-rows.js';

/** Makes wallets known that may be known already. */
export async function joinWallets(
  manager: EntityManager,
  addresses: readonly string[],
  now: Date,
): Promise<void> {
  const joinedAt = now.toISOString();
  const rows = addresses.map((address) => [address, joinedAt]);
  await insertRows(manager, 'wallet (address, joined_at)', rows, 'ON CONFLICT DO NOTHING');
}
