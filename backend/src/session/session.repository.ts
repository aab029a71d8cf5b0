import { Injectable } from '@nestjs/common';
import { EntityManager, IsNull, MoreThan, Repository, type FindOptionsWhere } from 'typeorm';
import { hashOf } from './secrets.js';
import { SessionRow } from './session.entity.js';

/** Lifetime of a session, in milliseconds: 7 days. */
const SESSION_LIFETIME_MS = 604_800_000;

export type OpenedSession = Pick<SessionRow, 'wallet' | 'referrer' | 'message' | 'signature'>;

/**
 * Repository of sessions, on the reader's connections or in the transaction of a given manager. A session is stored
 * under the hash of its token.
 */
@Injectable()
export class SessionRepository extends Repository<SessionRow> {
  constructor(manager: EntityManager) {
    super(SessionRow, manager, manager.queryRunner);
  }

  /** Returns the session of a token; null if it has expired or was revoked. */
  findOpen(token: string, now: Date): Promise<SessionRow | null> {
    return this.findOneBy({
      tokenHash: hashOf(token),
      revokedAt: IsNull(),
      expiresAt: MoreThan(now.toISOString()),
    });
  }

  /** Inserts a session, and returns its expiry. */
  async open(token: string, opened: OpenedSession, now: Date): Promise<string> {
    const createdAt = now.toISOString();
    const expiresAt = new Date(now.getTime() + SESSION_LIFETIME_MS).toISOString();
    await this.insert({ tokenHash: hashOf(token), ...opened, createdAt, expiresAt });
    return expiresAt;
  }

  /** Revokes a session. An ended session stays as it is. */
  async revoke(token: string, now: Date): Promise<void> {
    await this.revokeBy({ tokenHash: hashOf(token) }, now);
  }

  /** Revokes every session, and returns how many were open. */
  revokeAll(now: Date): Promise<number> {
    return this.revokeBy({ expiresAt: MoreThan(now.toISOString()) }, now);
  }

  private async revokeBy(which: FindOptionsWhere<SessionRow>, now: Date): Promise<number> {
    const open = { ...which, revokedAt: IsNull() };
    const { affected } = await this.update(open, { revokedAt: now.toISOString() });
    return affected ?? 0;
  }
}
