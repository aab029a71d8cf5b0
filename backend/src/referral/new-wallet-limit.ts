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

/** Limits how many new wallets a client brings per UTC day. Claims never use up what is left for sign-ins. */
@Injectable()
export class NewWalletLimit {
  private readonly claims: ClientRateLimiter;
  private readonly signIns: ClientRateLimiter;
  private readonly isKnown = batchReads((wallets: readonly string[]) => this.areKnown(wallets));

  constructor(
    limiters: RateLimiters,
    private readonly reader: Reader,
    private readonly clock: Clock,
    @Inject(SETTINGS) { newWalletsPerAddress }: Pick<Settings, 'newWalletsPerAddress'>,
  ) {
    const create = (name: string) => limiters.create(name, newWalletsPerAddress, DAY_MS / 1_000);
    this.claims = create('new wallets by claims');
    this.signIns = create('new wallets by sign-ins');
  }

  /**
   * Runs `write`, and counts the new wallets of a claim. If `write` throws, none is counted.
   * @throws RateLimited if the client, or its /48, has brought too many new wallets today
   */
  countClaim<T>(client: Client, wallets: readonly string[], write: () => Promise<T>): Promise<T> {
    return this.count(this.claims, client, wallets, write, null);
  }

  /**
   * The same for a sign-in. If the wallet is known, it is always allowed.
   * @param wallets the wallet that signed, and its referrer
   */
  countSignIn<T>(
    client: Client,
    wallets: readonly [wallet: string, ...referrer: string[]],
    write: () => Promise<T>,
  ): Promise<T> {
    return this.count(this.signIns, client, wallets, write, wallets[0]);
  }

  private async count<T>(
    limiter: ClientRateLimiter,
    client: Client,
    wallets: readonly string[],
    write: () => Promise<T>,
    visitor: string | null,
  ): Promise<T> {
    const added = await this.unknownOf(wallets);
    if (added.length === 0) return write();
    const now = this.clock.now();
    // Each day has its own count.
    const scope = `${dayOf(now)} `;
    const { allowed } = await limiter.consume(client, added.length, scope);
    if (!allowed) {
      if (visitor !== null && !added.includes(visitor)) return write();
      throw this.tooMany(now);
    }
    try {
      return await write();
    } catch (error) {
      await limiter.refund(client, added.length, scope);
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
