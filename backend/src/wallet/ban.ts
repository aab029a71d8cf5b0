import type { EntityManager } from 'typeorm';
import { IsNull, Not } from 'typeorm';
import { walletEntity } from './wallet.entity.js';

/** Whether the operator has banned a wallet, and not unbanned it since. */
export function isBanned(manager: EntityManager, address: string): Promise<boolean> {
  return manager.existsBy(walletEntity, { address, bannedAt: Not(IsNull()) });
}
