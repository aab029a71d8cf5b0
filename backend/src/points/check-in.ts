import type { EntityManager } from 'typeorm';
import { IsNull, Not } from 'typeorm';
import { dayOf } from '../clock.js';
import { walletEntity } from '../wallet/wallet.entity.js';
import { checkInEntity } from './check-in.entity.js';

/**
 * Checks a wallet in on the UTC day of `now`, unless it has been or is banned; the points follow by a trigger.
 */
export async function checkIn(manager: EntityManager, wallet: string, now: Date): Promise<void> {
  const day = dayOf(now);
  if (await manager.existsBy(checkInEntity, { wallet, day })) return;
  if (await manager.existsBy(walletEntity, { address: wallet, bannedAt: Not(IsNull()) })) return;
  await manager.insert(checkInEntity, { wallet, day, checkedInAt: now.toISOString() });
}
