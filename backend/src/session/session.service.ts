import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, MoreThan, Repository, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { Clock } from '../core/clock.js';
import { Writer } from '../database/writer.js';
import { isBanned } from '../wallet/wallets.js';
import { hashOf } from './secrets.js';
import { SessionRow } from './session.entity.js';

/** Lifetime of a session, in milliseconds: 7 days. */
const SESSION_LIFETIME_MS = 604_800_000;

@Injectable()
export class SessionService {
  constructor(
    @InjectRepository(SessionRow) private readonly sessions: Repository<SessionRow>,
    private readonly writer: Writer,
    private readonly clock: Clock,
  ) {}

  /** Returns the session of a token; null if it has ended or its wallet is banned. */
  async find(token: string | null): Promise<SessionRow | null> {
    const session = await this.findOpen(token);
    if (session === null) return null;
    return (await isBanned(this.sessions.manager, session.wallet)) ? null : session;
  }

  /** Revokes a session. Sessions of banned wallets are revoked too; otherwise an unban would revive them. */
  async end(token: string | null): Promise<void> {
    const session = await this.findOpen(token);
    if (token === null || session === null) return;
    await this.writer.write(
      (manager) => revokeSession(manager, token, this.clock.now()),
      session.wallet,
    );
  }

  private async findOpen(token: string | null): Promise<SessionRow | null> {
    if (token === null) return null;
    return this.sessions.findOneBy({
      tokenHash: hashOf(token),
      revokedAt: IsNull(),
      expiresAt: MoreThan(this.clock.settledNow().toISOString()),
    });
  }
}

export type OpenedSession = Pick<SessionRow, 'wallet' | 'referrer' | 'message' | 'signature'>;

/** Stores a session under the hash of its token, and returns its expiry. */
export async function openSession(
  manager: EntityManager,
  token: string,
  opened: OpenedSession,
  now: Date,
): Promise<string> {
  const createdAt = now.toISOString();
  const expiresAt = new Date(now.getTime() + SESSION_LIFETIME_MS).toISOString();
  await manager.insert(SessionRow, {
    tokenHash: hashOf(token),
    ...opened,
    createdAt,
    expiresAt,
  });
  return expiresAt;
}

/** Revokes a session. An ended session stays as it is. */
export async function revokeSession(
  manager: EntityManager,
  token: string,
  now: Date,
): Promise<void> {
  await revoke(manager, { tokenHash: hashOf(token) }, now);
}

/** Revokes every session, and returns how many were open. */
export function revokeAllSessions(manager: EntityManager, now: Date): Promise<number> {
  return revoke(manager, { expiresAt: MoreThan(now.toISOString()) }, now);
}

async function revoke(
  manager: EntityManager,
  which: FindOptionsWhere<SessionRow>,
  now: Date,
): Promise<number> {
  const open = { ...which, revokedAt: IsNull() };
  const { affected } = await manager.update(SessionRow, open, { revokedAt: now.toISOString() });
  return affected ?? 0;
}
