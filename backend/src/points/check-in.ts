import type { EntityManager } from 'typeorm';
import { dayOf } from '../clock.js';
import { checkInEntity } from './check-in.entity.js';

/** Checks a wallet in on the UTC day of `now`, unless it has been; the points follow by a trigger. */
export async function checkIn(manager: EntityManager, wallet: string, now: Date): Promise<void> {
  const day = dayOf(now);
  if (await manager.existsBy(checkInEntity, { wallet, day })) return;
  await manager.insert(checkInEntity, { wallet, day, checkedInAt: now.toISOString() });
}
