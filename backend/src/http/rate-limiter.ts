import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { RateLimited } from '../core/errors.js';
import { SECRET } from '../core/secret-file.js';
import { Database } from '../database/database.js';
import { Settings } from '../settings.js';
import type { Client } from './client.js';
import { MemoryLimiter } from './memory-limiter.js';
import { CLIENTS_PER_PREFIX } from './rate-limits.js';

interface Allowance {
  readonly allowed: boolean;
  /** Negative after a request that has exceeded the limit. */
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly endsInSeconds: number;
}

/** Creates rate limiters. Processes on one PostgreSQL database share the table `internal_rate_limit`. */
@Injectable()
export class RateLimiters {
  /** @param secret HMAC key that hides addresses in the database */
  constructor(
    @Inject(Database) private readonly database: Pick<Database, 'rateLimitPool'>,
    @Inject(SECRET) private readonly secret: string,
    private readonly settings: Settings,
  ) {}

  perMinute(name: string, limit: number): ClientRateLimiter {
    return this.create(name, limit * this.settings.callsFactor, 60);
  }

  create(name: string, limit: number, seconds: number): ClientRateLimiter {
    const { rateLimitPool } = this.database;
    return new ClientRateLimiter(limit, (points) => {
      const options = { points, duration: seconds };
      const memory = new MemoryLimiter({ ...options, keyPrefix: '' });
      if (rateLimitPool === null) return memory;
      return new HashingRateLimiter(this.secret, {
        ...options,
        keyPrefix: name,
        storeClient: rateLimitPool,
        storeType: 'pool',
        tableName: 'internal_rate_limit',
        tableCreated: true,
        // Each process counts alone while the database is down.
        insuranceLimiter: memory,
      });
    });
  }
}

/** Hides the counted addresses from readers of the database. */
class HashingRateLimiter extends RateLimiterPostgres {
  constructor(
    private readonly secret: string,
    options: ConstructorParameters<typeof RateLimiterPostgres>[0],
  ) {
    super(options);
  }

  override getKey(key: string | number): string {
    return createHmac('sha256', this.secret)
      .update(`rate limit ${super.getKey(key)}`)
      .digest('hex');
  }
}

/** A limit per client. All clients with the same {@link Client.prefix} together have eight times that limit. */
export class ClientRateLimiter {
  private readonly ofNetwork: RateLimiterAbstract;
  private readonly ofPrefix: RateLimiterAbstract;

  constructor(
    readonly limit: number,
    create: (points: number) => RateLimiterAbstract,
  ) {
    this.ofNetwork = create(limit);
    this.ofPrefix = create(CLIENTS_PER_PREFIX * limit);
  }

  /**
   * Counts `points`, unless they would exceed the limit of the client or of its prefix.
   * @param needed if this many points are left, the request is allowed, even if it exceeds the limit
   */
  async consume(
    { network, prefix }: Client,
    points = 1,
    scope = '',
    needed = points,
  ): Promise<Allowance> {
    const own = await consume(this.ofNetwork, scope + network, points, needed);
    // The smaller network comes first: requests over its own limit do not count for the larger one.
    if (!own.allowed || prefix === null) return own;
    const shared = await consume(this.ofPrefix, scope + prefix, points, needed);
    if (shared.allowed) return own;
    // Leaves no entry for a network without earlier calls, since a /48 has 65,536 networks.
    if (own.remaining + points === this.limit) await this.ofNetwork.delete(scope + network);
    else await this.ofNetwork.reward(scope + network, points);
    return shared;
  }

  /**
   * Counts `points`, even beyond the limit, unless the limit is reached already.
   * @param reason start of the message, such as `Too many attempts`
   * @throws RateLimited if the client or its prefix has reached its limit
   */
  async allow(client: Client, reason: string, points = 1): Promise<void> {
    const { allowed, endsInSeconds: seconds } = await this.consume(client, points, '', 1);
    if (!allowed) throw new RateLimited(`${reason}: try again in ${seconds} s.`, seconds);
  }

  /** Counts `points` even beyond the limit. */
  async charge({ network, prefix }: Client, points: number): Promise<void> {
    await this.ofNetwork.penalty(network, points);
    if (prefix !== null) await this.ofPrefix.penalty(prefix, points);
  }

  async refund({ network, prefix }: Client, points: number, scope = ''): Promise<void> {
    await this.ofNetwork.reward(scope + network, points);
    if (prefix !== null) await this.ofPrefix.reward(scope + prefix, points);
  }
}

/** The clocks of servers may differ by this. */
const TOLERANCE_MS = 60_000;

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000));

export async function consume(
  limiter: RateLimiterAbstract,
  key: string,
  points = 1,
  needed = points,
): Promise<Allowance> {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(key, points);
    return { allowed: true, remaining: remainingPoints, endsInSeconds: secondsOf(msBeforeNext) };
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    if (refused.msBeforeNext > 1_000 * limiter.duration + TOLERANCE_MS) {
      // The window would end too late: the clock was set back, or another server's clock is far ahead.
      await limiter.delete(key);
      return consume(limiter, key, points, needed);
    }
    const left = limiter.points - refused.consumedPoints;
    if (left + points >= needed) {
      return { allowed: true, remaining: left, endsInSeconds: secondsOf(refused.msBeforeNext) };
    }
    const { remainingPoints, msBeforeNext } = await limiter.reward(key, points);
    return { allowed: false, remaining: remainingPoints, endsInSeconds: secondsOf(msBeforeNext) };
  }
}
