import { Injectable } from '@nestjs/common';
import { Clock, dayOf } from '../core/clock.js';
import { RateLimited } from '../core/errors.js';
import { batchLoader } from '../database/batch-loader.js';
import type { Client } from '../http/client.js';
import { RateLimiters, type ClientRateLimiter } from '../http/rate-limiter.js';
import { Settings } from '../settings.js';
import { WalletRepository } from '../wallet/wallet.repository.js';

const DAY_MS = 86_400_000;

interface Reservation {
  readonly limiter: ClientRateLimiter;
  readonly client: Client;
  readonly wallets: number;
  readonly scope: string;
}

/**
 * Limits how many new wallets a client brings per UTC day. Claims and sign-ins are counted separately. One place is
 * enough for a new wallet and its new referrer.
 */
@Injectable()
export class NewWalletLimit {
  private readonly claims: ClientRateLimiter;
  private readonly signIns: ClientRateLimiter;
  private readonly known = batchLoader((wallets: readonly string[]) => this.areKnown(wallets));

  constructor(
    limiters: RateLimiters,
    private readonly wallets: WalletRepository,
    private readonly clock: Clock,
    { newWalletsPerAddress }: Settings,
  ) {
    const create = (name: string) => limiters.create(name, newWalletsPerAddress, DAY_MS / 1_000);
    this.claims = create('new wallets by claims');
    this.signIns = create('new wallets by sign-ins');
  }

  /**
   * Counts the new wallets of a claim.
   * @throws RateLimited if today's limit of the client or its /48 is reached
   */
  async reserveForClaim(client: Client, wallets: readonly string[]): Promise<Reservation> {
    const reservation = await this.reserve(this.claims, client, await this.unknownOf(wallets));
    if (reservation === null) throw this.tooMany();
    return reservation;
  }

  /**
   * Counts the new wallets of a sign-in. Returns null if only its referrer is new, and the limit is reached.
   * @throws RateLimited if the wallet is new, and the limit is reached
   */
  async reserveForSignIn(
    client: Client,
    wallet: string,
    referrer: string | null,
  ): Promise<Reservation | null> {
    const added = await this.unknownOf(referrer === null ? [wallet] : [wallet, referrer]);
    const reservation = await this.reserve(this.signIns, client, added);
    if (reservation === null && added.includes(wallet)) throw this.tooMany();
    return reservation;
  }

  /** @param added number of reserved wallets that were added */
  async refundUnused(reservation: Reservation | null, added: number): Promise<void> {
    if (reservation === null || reservation.wallets === added) return;
    const { limiter, client, wallets, scope } = reservation;
    await limiter.refund(client, wallets - added, scope);
  }

  private async reserve(
    limiter: ClientRateLimiter,
    client: Client,
    { length: wallets }: readonly string[],
  ): Promise<Reservation | null> {
    const scope = `${dayOf(this.clock.now())} `;
    const isAllowed = wallets === 0 || (await limiter.consume(client, wallets, scope, 1)).allowed;
    return isAllowed ? { limiter, client, wallets, scope } : null;
  }

  private async unknownOf(wallets: readonly string[]): Promise<string[]> {
    const distinct = [...new Set(wallets)];
    const known = await Promise.all(distinct.map((wallet) => this.known.load(wallet)));
    return distinct.filter((_, index) => known[index] === false);
  }

  private async areKnown(wallets: readonly string[]): Promise<boolean[]> {
    const known = await this.wallets.knownOf(wallets);
    return wallets.map((wallet) => known.has(wallet));
  }

  private tooMany(): RateLimited {
    const now = this.clock.now();
    const seconds = Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1_000);
    const hours = Math.ceil(seconds / 3_600);
    return new RateLimited(
      `Too many new wallets from your address today: come back after midnight UTC, in about ${hours} h. Wallets that were here before can still sign in.`,
      seconds,
    );
  }
}
