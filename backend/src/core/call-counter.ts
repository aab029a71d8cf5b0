/** What became of a call that was to be counted. */
export interface CountedCall {
  /** False when as many calls as may be counted already; this one does not count then. */
  readonly isLetIn: boolean;
  readonly calls: number;
  /** Until the oldest of them ends to count, in milliseconds. */
  readonly oldestEndsInMs: number;
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
