import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Clock, dayOf } from '../core/clock.js';
import { RateLimited } from '../core/errors.js';
import { Reader } from '../database/reader.js';
import type { Client } from '../http/client.js';
import { RateLimiters, type ClientRateLimiter } from '../http/rate-limiter.js';
import { SETTINGS, type Settings } from '../settings.js';

const DAY_MS = 86_400_000;

const walletRow = z.object({ address: z.string() });

/** Limits new wallets of a client in a UTC day, by claims and sign-ins together. */
@Injectable()
export class NewWalletLimit {
  private readonly limiter: ClientRateLimiter;

  constructor(
    limiters: RateLimiters,
    private readonly reader: Reader,
    private readonly clock: Clock,
    @Inject(SETTINGS) { newWalletsPerAddress }: Pick<Settings, 'newWalletsPerAddress'>,
  ) {
    this.limiter = limiters.create('new wallets', newWalletsPerAddress, DAY_MS / 1_000);
  }

  /**
   * Runs `write`, and counts those of `wallets` that are new; none if it throws.
   * @param visitor the client's own wallet: if it is known, nothing is rejected
   * @throws RateLimited if the client, or its /48, has brought too many today
   */
  async count<T>(
    client: Client,
    wallets: readonly string[],
    write: () => Promise<T>,
    visitor?: string,
  ): Promise<T> {
    const added = await this.unknownOf(wallets);
    if (added.length === 0) return write();
    const now = this.clock.now();
    // Each day counts separately.
    const scope = `${dayOf(now)} `;
    const { allowed } = await this.limiter.consume(client, added.length, scope);
    if (!allowed) {
      if (visitor !== undefined && !added.includes(visitor)) return write();
      throw this.tooMany(now);
    }
    try {
      return await write();
    } catch (error) {
      await this.limiter.refund(client, added.length, scope);
      throw error;
    }
  }

  private async unknownOf(wallets: readonly string[]): Promise<string[]> {
    const parameters = wallets.map((_, index) => `$${index + 1}`).join(', ');
    const sql = `SELECT address FROM wallet WHERE address IN (${parameters})`;
    const unknown = new Set(wallets);
    for (const { address } of await this.reader.select(walletRow, sql, [...wallets])) {
      unknown.delete(address);
    }
    return [...unknown];
  }

  private tooMany(now: Date): RateLimited {
    const seconds = Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1_000);
    const hours = Math.ceil(seconds / 3_600);
    return new RateLimited(
      `Too many new wallets have come from your address today: come back after midnight UTC, in about ${hours} h. Wallets that are known already can still sign in.`,
      seconds,
    );
  }
}
