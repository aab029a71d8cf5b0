/** Source of the current time. This class trusts the system clock; `WatchedClock` does not. */
export class Clock {
  now(): Date {
    return new Date();
  }

  /**
   * Returns {@link now}, or an earlier time while the system clock may be ahead. Use it to decide whether something
   * ends for good, such as a claim.
   */
  settledNow(): Date {
    return this.now();
  }

  /** True while the system clock may be wrong. Sweeps and scheduled backups wait until it is false. */
  isDoubtful(): boolean {
    return false;
  }

  /**
   * Call it before a write that is final and contains the time.
   * @throws Unavailable for up to a minute after a jump of the system clock to an unexpected time was noticed, or after a
   *   start with the clock more than a minute behind the newest row
   */
  rejectIfJumped(): void {}
}

/** Returns the UTC day of a time, as YYYY-MM-DD. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
