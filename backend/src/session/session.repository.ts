import { Injectable } from '@nestjs/common';
import { In, IsNull, MoreThan, type FindOptionsWhere } from 'typeorm';
import { insertAll } from '../database/rows.js';
import { repositoryOf } from '../database/repository.js';
import { hashOf } from './secrets.js';
import { SessionRow } from './session.entity.js';

/** 7 days. */
const SESSION_LIFETIME_MS = 604_800_000;

/**
 * A wallet's surplus sessions are deleted, since repeated sign-ins could fill the disk within {@link SESSION_LIFETIME_MS}:
 * a row has about 1 kB.
 */
const SESSIONS_PER_WALLET = 20;

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
    await this.makeRoom(rows.map(({ wallet }) => wallet));
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

  /** Deletes at most one session of each wallet, since a sign-in adds only one: a revoked one if there is one. */
  private async makeRoom(wallets: readonly string[]): Promise<void> {
    const sql = `
DELETE FROM session WHERE token_hash IN (SELECT (
  SELECT token_hash FROM session WHERE wallet = value
  ORDER BY revoked_at IS NULL DESC, created_at DESC LIMIT 1 OFFSET ${SESSIONS_PER_WALLET - 1}
) FROM ${this.dialect.elementsOf('$1')})`;
    await this.manager.query(sql, [JSON.stringify(wallets)]);
  }

  private async revokeBy(which: FindOptionsWhere<SessionRow>, now: Date): Promise<number> {
    const open = { ...which, revokedAt: IsNull() };
    const { affected } = await this.update(open, { revokedAt: now.toISOString() });
    return affected ?? 0;
  }
}
