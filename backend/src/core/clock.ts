/** Source of the times that the server stores, and of the time that it compares with them. */
export class Clock {
  now(): Date {
    return new Date();
  }

  /**
   * Returns {@link now}, or an earlier time while the system clock may be ahead. Use it for anything that ends for good,
   * such as a claim.
   */
  settledNow(): Date {
    return this.now();
  }

  /** True while the system clock may be wrong. Jobs that delete wait. */
  isDoubtful(): boolean {
    return false;
  }

  /**
   * Call it before a write that is final and contains the time.
   * @throws Unavailable for a minute after the system clock jumped to an unexpected time, or was behind at the start
   */
  rejectIfJumped(): void {}
}

/** Returns the UTC day of a time, as YYYY-MM-DD. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
