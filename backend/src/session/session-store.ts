import type { EntityManager } from 'typeorm';
import { IsNull, LessThanOrEqual } from 'typeorm';
import { hashOf } from './secrets.js';
import type { SessionRow } from './session.entity.js';
import { sessionEntity } from './session.entity.js';

/** How long a session lasts, in milliseconds: 7 days. */
export const SESSION_LIFETIME_MS = 604_800_000;

/** Whose session it is, and the proof it is opened with. */
export type OpenedSession = Pick<SessionRow, 'wallet' | 'referrer' | 'message' | 'signature'>;

/** Stores a new session under the hash of `token`, and clears away the expired ones. Returns when it ends. */
export async function openSession(
  manager: EntityManager,
  token: string,
  opened: OpenedSession,
  now: Date,
): Promise<string> {
  const createdAt = now.toISOString();
  const expiresAt = new Date(now.getTime() + SESSION_LIFETIME_MS).toISOString();
  await manager.delete(sessionEntity, { expiresAt: LessThanOrEqual(createdAt) });
  await manager.insert(sessionEntity, {
    tokenHash: hashOf(token),
    ...opened,
    createdAt,
    expiresAt,
  });
  return expiresAt;
}

/** Ends a session for good; one that has ended, or never was, stays so. */
export async function revokeSession(
  manager: EntityManager,
  token: string,
  now: Date,
): Promise<void> {
  const open = { tokenHash: hashOf(token), revokedAt: IsNull() };
  await manager.update(sessionEntity, open, { revokedAt: now.toISOString() });
}
