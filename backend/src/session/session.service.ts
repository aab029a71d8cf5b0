import { Injectable } from '@nestjs/common';
import { IsNull, LessThanOrEqual, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { Clock, dayOf } from '../core/clock.js';
import { Reader } from '../database/reader.js';
import { Unavailable } from '../core/errors.js';
import { Writer } from '../database/writer.js';
import { checkIn } from '../points/check-in.js';
import { hashOf } from './secrets.js';
import { SessionRow } from './session.entity.js';
import type { Session } from './session.schema.js';

/** How long a session lasts, in milliseconds: 7 days. */
const SESSION_LIFETIME_MS = 604_800_000;

/** A session that has not ended, and the proof it was opened with. */
const openRow = z.object({
  wallet: z.string(),
  expiresAt: z.string(),
  referrer: z.string().nullable(),
  message: z.string(),
  signature: z.string(),
  isBanned: z.int().min(0).max(1),
  checkedIn: z.int().min(0).max(1),
});

type OpenSession = z.infer<typeof openRow>;

const OPEN = `
SELECT wallet, expires_at AS "expiresAt", referrer, message, signature,
  CASE WHEN EXISTS (SELECT 1 FROM check_in WHERE wallet = session.wallet AND day = $1)
    THEN 1 ELSE 0 END AS "checkedIn",
  CASE WHEN EXISTS (SELECT 1 FROM wallet WHERE address = session.wallet AND banned_at IS NOT NULL)
    THEN 1 ELSE 0 END AS "isBanned"
FROM session WHERE token_hash = $2 AND revoked_at IS NULL AND expires_at > $3`;

@Injectable()
export class SessionService {
  constructor(
    private readonly reader: Reader,
    private readonly writer: Writer,
    private readonly clock: Clock,
  ) {}

  /** The session that a browser's cookie stands for; null when it has none or it has ended, or while its wallet is banned. */
  async find(token: string | null): Promise<OpenSession | null> {
    const session = token === null ? null : await this.findOpen(token);
    return session?.isBanned === 0 ? session : null;
  }

  /** Who is signed in. The first visit of a UTC day checks the wallet in. */
  async visit(token: string | null): Promise<Session> {
    const session = await this.find(token);
    if (session === null) return { wallet: null, expiresAt: null };
    const { wallet, expiresAt, checkedIn } = session;
    if (checkedIn === 0) {
      try {
        await this.writer.write((manager) => checkIn(manager, wallet, this.clock.now()));
      } catch (error) {
        // Who is signed in can be told while nothing can be written; the next visit of the day checks in then.
        if (!(error instanceof Unavailable)) throw error;
      }
    }
    return { wallet, expiresAt };
  }

  /** Ends a session for good, that of a banned wallet, too: it would count again when that is unbanned. */
  async end(token: string | null): Promise<void> {
    if (token === null || (await this.findOpen(token)) === null) return;
    await this.writer.write((manager) => revokeSession(manager, token, this.clock.now()));
  }

  /** One that has neither expired nor been revoked. */
  private async findOpen(token: string): Promise<OpenSession | null> {
    const now = this.clock.now();
    const parameters = [dayOf(now), hashOf(token), now.toISOString()];
    const [session] = await this.reader.select(openRow, OPEN, parameters);
    return session ?? null;
  }
}

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
  await manager.delete(SessionRow, { expiresAt: LessThanOrEqual(createdAt) });
  await manager.insert(SessionRow, {
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
  await manager.update(SessionRow, open, { revokedAt: now.toISOString() });
}
