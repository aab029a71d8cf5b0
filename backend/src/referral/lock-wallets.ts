import type { EntityManager } from 'typeorm';
import { dialectOf } from '../database/dialect.js';

/**
 * Has everybody else who decides about the referral of these wallets wait until this transaction ends. It comes before
 * the transaction reads or writes anything about them.
 */
export async function lockWallets(
  manager: EntityManager,
  referrer: string,
  recruit: string,
): Promise<void> {
  const { lockWallets: sql } = dialectOf(manager);
  if (sql !== null) await manager.query(sql, [referrer, recruit]);
}
