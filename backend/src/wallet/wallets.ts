import { IsNull, Not, type EntityManager } from 'typeorm';
import { dialectOf } from '../database/dialect.js';
import { Wallet } from './wallet.entity.js';

/** Inserts the wallets that are unknown, in order. */
export async function joinWallets(
  manager: EntityManager,
  addresses: readonly string[],
  now: Date,
): Promise<void> {
  const sql = `
INSERT INTO wallet (address, joined_at)
SELECT value, CAST($2 AS varchar) FROM ${dialectOf(manager).elementsOf('$1')}
WHERE (SELECT joined_number FROM wallet WHERE address = value) IS NULL ORDER BY key
ON CONFLICT (address) DO NOTHING`;
  await manager.query(sql, [JSON.stringify([...new Set(addresses)]), now.toISOString()]);
}

/** True if the wallet is banned. */
export function isBanned(manager: EntityManager, address: string): Promise<boolean> {
  return manager.existsBy(Wallet, { address, bannedAt: Not(IsNull()) });
}
