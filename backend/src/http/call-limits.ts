import { createHash } from 'node:crypto';
import type { ThrottlerStorage } from '@nestjs/throttler';
import type { CallCounter, CountedCall } from '../database/call-counter.js';
import { OwnCallCounter } from './own-call-counter.js';

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
        return verdictOf(await this.counter.count(hashOf(key), limit, ttl));
      } catch {
        this.askAgainAt = performance.now() + PAUSE_MS;
      }
    }
    return verdictOf(this.own.count(key, limit, ttl));
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
