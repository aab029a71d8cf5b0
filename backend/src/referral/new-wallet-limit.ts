import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Clock, dayOf } from '../core/clock.js';
import { RateLimited } from '../core/errors.js';
import { batchReads } from '../database/batch-reads.js';
import { Reader } from '../database/reader.js';
import type { Client } from '../http/client.js';
import { RateLimiters, type ClientRateLimiter } from '../http/rate-limiter.js';
import { SETTINGS, type Settings } from '../settings.js';

const DAY_MS = 86_400_000;

const walletRow = z.object({ address: z.string() });

/** Limits how many new wallets a client brings per UTC day, by claims and sign-ins together. */
@Injectable()
export class NewWalletLimit {
  private readonly limiter: ClientRateLimiter;
  private readonly isKnown = batchReads((wallets: readonly string[]) => this.areKnown(wallets));

  constructor(
    limiters: RateLimiters,
    private readonly reader: Reader,
    private readonly clock: Clock,
    @Inject(SETTINGS) { newWalletsPerAddress }: Pick<Settings, 'newWalletsPerAddress'>,
  ) {
    this.limiter = limiters.create('new wallets', newWalletsPerAddress, DAY_MS / 1_000);
  }

  /**
   * Runs `write`, and counts the new wallets among `wallets`. If `write` throws, none is counted.
   * @param visitor the client's own wallet: if it is known, the request is always allowed
   * @throws RateLimited if the client, or its /48, has brought too many new wallets today
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
    // Each day has its own count.
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
    const distinct = [...new Set(wallets)];
    const known = await Promise.all(distinct.map((wallet) => this.isKnown(wallet)));
    return distinct.filter((_, index) => known[index] === false);
  }

  private async areKnown(wallets: readonly string[]): Promise<boolean[]> {
    const elements = this.reader.dialect.elementsOf('$1');
    const sql = `SELECT address FROM ${elements} CROSS JOIN wallet WHERE address = value`;
    const rows = await this.reader.select(walletRow, sql, [JSON.stringify(wallets)]);
    const known = new Set(rows.map(({ address }) => address));
    return wallets.map((wallet) => known.has(wallet));
  }

  private tooMany(now: Date): RateLimited {
    const seconds = Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1_000);
    const hours = Math.ceil(seconds / 3_600);
    return new RateLimited(
      `Too many new wallets from your address today: come back after midnight UTC, in about ${hours} h. Wallets that were here before can still sign in.`,
      seconds,
    );
  }
}
