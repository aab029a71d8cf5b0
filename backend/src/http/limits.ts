import type { ExecutionContext, Type } from '@nestjs/common';
import { Inject, Injectable, UseGuards } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { ThrottlerModuleOptions, ThrottlerStorage } from '@nestjs/throttler';
import { getOptionsToken, getStorageToken, ThrottlerGuard } from '@nestjs/throttler';
import type { FastifyRequest } from 'fastify';
import type { CallCounter, CountedCall } from '../database/database.js';
import { A_SECOND, ADDRESSES_OF_A_SITE, CALLS_A_MINUTE } from './budgets.js';
import { SETTINGS } from '../settings.js';
import type { Settings } from '../settings.js';
import { clientOf } from './client.js';

/** Whoever asks too often is let in again as soon as the oldest call is a minute old. */
const THROTTLER = {
  name: 'default',
  limit: CALLS_A_MINUTE.write,
  ttl: 60_000,
  blockDuration: 0,
};

/**
 * What a client address may do to one route.
 * @param counter counts for several processes; null where one counts for itself
 */
export function limits(counter: CallCounter | null): ThrottlerModuleOptions {
  return {
    throttlers: [THROTTLER],
    errorMessage: (_context, { timeToBlockExpire }) =>
      `Too many requests from your address: try again in ${timeToBlockExpire} s.`,
    storage: new CallLimits(counter),
  };
}

/** As how many calls a request counts, by its body. */
type Cost = (body: unknown) => number;

/** Lets a client address call the route as often as there is a budget for calls of this kind. */
export function LimitCalls(
  kind: keyof typeof CALLS_A_MINUTE,
  cost: Cost = () => 1,
): MethodDecorator {
  return UseGuards(guardOf(CALLS_A_MINUTE[kind], cost));
}

/** The guard of one budget, which does not have to look up at each call what the limit is. */
function guardOf(budget: number, cost: Cost): Type<ThrottlerGuard> {
  @Injectable()
  class CallLimit extends ThrottlerGuard {
    private readonly limit: number;

    constructor(
      @Inject(getOptionsToken()) options: ThrottlerModuleOptions,
      @Inject(getStorageToken()) storage: ThrottlerStorage,
      reflector: Reflector,
      @Inject(SETTINGS) { callsFactor }: Settings,
    ) {
      super(options, storage, reflector);
      this.limit = budget * callsFactor;
    }

    /** @throws ThrottlerException when the client, or the larger network that it is in, has called too often */
    override async canActivate(context: ExecutionContext): Promise<boolean> {
      const request = context.switchToHttp().getRequest<FastifyRequest>();
      const { network, site } = clientOf(request);
      for (let calls = cost(request.body); calls > 0; calls -= 1) {
        if (site !== null) await this.count(context, site, ADDRESSES_OF_A_SITE * this.limit);
        await this.count(context, network, this.limit);
      }
      return true;
    }

    private count(context: ExecutionContext, tracker: string, calls: number): Promise<boolean> {
      return this.handleRequest({
        ...THROTTLER,
        context,
        limit: calls,
        throttler: THROTTLER,
        getTracker: () => Promise.resolve(tracker),
        generateKey: keyOf,
      });
    }
  }
  return CallLimit;
}

function keyOf(context: ExecutionContext, address: string): string {
  return `${context.getClass().name}.${context.getHandler().name} ${address}`;
}

type Verdict = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** How long a database that has failed to count is left alone, in milliseconds. */
const PAUSE_MS = 5_000;

/**
 * Limits that hold across all the processes that share a database. While it does not answer, each process counts for
 * itself, so that what needs no database is served, and limited, all the same.
 */
export class CallLimits implements ThrottlerStorage {
  private readonly own = new OwnCallCounter();
  /** As `performance.now()` counts, which no change of the date upsets. */
  private askAgainAt = 0;

  /** @param counter counts for several processes; null where one counts for itself */
  constructor(private readonly counter: CallCounter | null) {}

  async increment(key: string, ttl: number, limit: number): Promise<Verdict> {
    if (this.counter !== null && performance.now() >= this.askAgainAt) {
      try {
        return verdictOf(await this.counter.count(key, limit, ttl));
      } catch {
        this.askAgainAt = performance.now() + PAUSE_MS;
      }
    }
    return verdictOf(this.own.count(key, limit, ttl));
  }
}

function verdictOf({ isLetIn, calls, oldestEndsInMs }: CountedCall): Verdict {
  const seconds = Math.max(1, Math.ceil(oldestEndsInMs / 1_000));
  return {
    totalHits: calls,
    timeToExpire: seconds,
    isBlocked: !isLetIn,
    timeToBlockExpire: isLetIn ? 0 : seconds,
  };
}

/** Tells of each request whether a page may be built for it alone. */
export function pageBudget(): (request: FastifyRequest) => boolean {
  const counter = new OwnCallCounter();
  return (request) =>
    counter.count(clientOf(request).network, CALLS_A_MINUTE.walletPage, THROTTLER.ttl).isLetIn &&
    counter.count('all', A_SECOND.walletPages, 1_000).isLetIn;
}

/** How often what has ended to count is forgotten, in milliseconds. */
const TIDY_MS = 60_000;

/** Counts calls for one process. A key takes some 200 bytes, however many addresses call. */
export class OwnCallCounter {
  /** When each call of a key ends to count, the oldest first; as `performance.now()` counts, which no change of the date upsets. */
  private readonly ends = new Map<string, number[]>();
  private tidyAt = 0;

  /**
   * Counts a call, unless `limit` calls with the same key count already.
   * @param lastsMs how long a call counts, in milliseconds
   */
  count(key: string, limit: number, lastsMs: number): CountedCall {
    const now = performance.now();
    this.tidy(now);
    const counted = (this.ends.get(key) ?? []).filter((end) => end > now);
    const isLetIn = counted.length < limit;
    // Room is made for one call only, where `push` makes it for seventeen.
    const calls = isLetIn ? counted.concat(now + lastsMs) : counted;
    this.ends.set(key, calls);
    return { isLetIn, calls: calls.length, oldestEndsInMs: (calls[0] ?? now) - now };
  }

  private tidy(now: number): void {
    if (now < this.tidyAt) return;
    this.tidyAt = now + TIDY_MS;
    for (const [key, calls] of this.ends) {
      if (calls.every((end) => end <= now)) this.ends.delete(key);
    }
  }
}
