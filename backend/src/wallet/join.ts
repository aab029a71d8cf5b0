import type { EntityManager } from 'typeorm';
import { walletEntity } from './wallet.entity.js';

/** Makes wallets known that may be known already. */
export async function joinWallets(
  manager: EntityManager,
  addresses: readonly string[],
  now: Date,
): Promise<void> {
  const joinedAt = now.toISOString();
  await manager
    .createQueryBuilder()
    .insert()
    .into(walletEntity)
    .values(addresses.map((address) => ({ address, joinedAt })))
    .orIgnore()
    .updateEntity(false)
    .execute();
}
