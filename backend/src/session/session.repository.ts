import { Injectable } from '@nestjs/common';
import { In, IsNull, MoreThan, type FindOptionsWhere } from 'typeorm';
import { insertAll } from '../database/rows.js';
import { repositoryOf } from '../database/repository.js';
import { hashOf } from './secrets.js';
import { SessionRow } from './session.entity.js';

/** 7 days. */
const SESSION_LIFETIME_MS = 604_800_000;

export type OpenedSession = Pick<SessionRow, 'wallet' | 'referrer' | 'message' | 'signature'>;

@Injectable()
export class SessionRepository extends repositoryOf(SessionRow) {
  findOpen(token: string, now: Date): Promise<SessionRow | null> {
    return this.findOneBy({
      tokenHash: hashOf(token),
      revokedAt: IsNull(),
      expiresAt: MoreThan(now.toISOString()),
    });
  }

  async open(opened: ReadonlyMap<string, OpenedSession>, now: Date): Promise<string> {
    const createdAt = now.toISOString();
    const expiresAt = new Date(now.getTime() + SESSION_LIFETIME_MS).toISOString();
    const rows = Array.from(opened, ([token, session]) => ({
      ...session,
      tokenHash: hashOf(token),
      createdAt,
      expiresAt,
    }));
    await insertAll(this, rows);
    return expiresAt;
  }

  async revoke(tokens: readonly string[], now: Date): Promise<void> {
    if (tokens.length > 0) await this.revokeBy({ tokenHash: In(tokens.map(hashOf)) }, now);
  }

  /** Also revokes sessions that have expired by `now`: the server's `Clock.settledNow` may be earlier. */
  revokeAll(now: Date): Promise<number> {
    return this.revokeBy({}, now);
  }

  private async revokeBy(which: FindOptionsWhere<SessionRow>, now: Date): Promise<number> {
    const open = { ...which, revokedAt: IsNull() };
    const { affected } = await this.update(open, { revokedAt: now.toISOString() });
    return affected ?? 0;
  }
}
