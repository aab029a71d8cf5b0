import { createHash } from 'node:crypto';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { ThrottlerStorageService } from '@nestjs/throttler';
import type { CallCounter, CountedCall } from '../database/call-counter.js';

type Verdict = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** How long a database that has failed to count is left alone, in milliseconds. */
const PAUSE_MS = 5_000;

/**
 * Limits that hold across all the processes that share a database. While it does not answer, each process counts for
 * itself, so that what needs no database is served, and limited, all the same.
 */
export class SharedLimits implements ThrottlerStorage, OnApplicationShutdown {
  private readonly own = new ThrottlerStorageService();
  /** As `performance.now()` counts, which no change of the date upsets. */
  private askAgainAt = 0;

  constructor(private readonly counter: CallCounter) {}

  async increment(
    key: string,
    ttl: number,
    limit: number,
    blockDuration: number,
    throttlerName: string,
  ): Promise<Verdict> {
    if (performance.now() >= this.askAgainAt) {
      try {
        return verdictOf(await this.counter.count(hashOf(key), limit, ttl));
      } catch {
        this.askAgainAt = performance.now() + PAUSE_MS;
      }
    }
    return this.own.increment(key, ttl, limit, blockDuration, throttlerName);
  }

  onApplicationShutdown(): void {
    this.own.onApplicationShutdown();
  }
}

/** The database is not told whose address it counts. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
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
