import type { EntityManager } from 'typeorm';
import { dialectOf } from '../database/dialect.js';
import type { Claim } from './claim-facts.js';

/**
 * Has everybody else who decides about the referrals of these wallets wait until this transaction ends. It comes before
 * the transaction reads or writes anything about them.
 */
export async function lockWallets(manager: EntityManager, claims: readonly Claim[]): Promise<void> {
  const { lockWallets: sql } = dialectOf(manager);
  if (sql === null) return;
  const pairs = JSON.stringify(claims.map(({ referrer, recruit }) => [referrer, recruit]));
  await manager.query(sql, [pairs]);
}
