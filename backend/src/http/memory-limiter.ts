import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

interface Window {
  points: number;
  /** Milliseconds of `performance.now()`, rounded up: V8 stores a small whole number without an object. */
  readonly endsAt: number;
}

/** Counts in memory, without the timer that RateLimiterMemory starts for each key. */
export class MemoryLimiter extends RateLimiterMemory {
  /** Replaces the storage of the base class. */
  protected readonly _memoryStorage = new Windows();
}

/** The windows of one limiter, in the order in which they began. All have the same length. */
class Windows {
  private readonly windows = new Map<string, Window>();
  private sweep: NodeJS.Timeout | null = null;

  incrby(key: string, points: number, seconds: number): RateLimiterRes {
    const now = Math.ceil(performance.now());
    const window = this.windows.get(key);
    if (window !== undefined && window.endsAt > now) {
      window.points += points;
      return new RateLimiterRes(0, window.endsAt - now, window.points, false);
    }
    const ms = 1_000 * seconds;
    this.windows.delete(key);
    this.windows.set(key, { points, endsAt: now + ms });
    this.sweep ??= setTimeout(() => this.removeEnded(ms), ms).unref();
    return new RateLimiterRes(0, ms, points, true);
  }

  delete(key: string): boolean {
    return this.windows.delete(key);
  }

  private removeEnded(ms: number): void {
    const now = performance.now();
    for (const [key, { endsAt }] of this.windows) {
      if (endsAt > now) break;
      this.windows.delete(key);
    }
    const isEmpty = this.windows.size === 0;
    this.sweep = isEmpty ? null : setTimeout(() => this.removeEnded(ms), ms / 10).unref();
  }
}
