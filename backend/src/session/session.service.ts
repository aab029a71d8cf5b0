import { Injectable } from '@nestjs/common';
import { Clock } from '../core/clock.js';
import { Writer } from '../database/writer.js';
import { WalletRepository } from '../wallet/wallet.repository.js';
import type { SessionRow } from './session.entity.js';
import { SessionRepository } from './session.repository.js';

@Injectable()
export class SessionService {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly wallets: WalletRepository,
    private readonly writer: Writer,
    private readonly clock: Clock,
  ) {}

  /** Returns the open session of a token; null if there is none, or if its wallet is banned. */
  async find(token: string | null): Promise<SessionRow | null> {
    const session = await this.findOpen(token);
    if (session === null) return null;
    return (await this.wallets.isBanned(session.wallet)) ? null : session;
  }

  /** Revokes a session, also of a banned wallet: an unban must not revive the session. */
  async end(token: string | null): Promise<void> {
    const session = await this.findOpen(token);
    if (token === null || session === null) return;
    await this.writer.write(
      (manager) => new SessionRepository(manager).revoke([token], this.clock.now()),
      session.wallet,
    );
  }

  private async findOpen(token: string | null): Promise<SessionRow | null> {
    return token === null ? null : this.sessions.findOpen(token, this.clock.settledNow());
  }
}
