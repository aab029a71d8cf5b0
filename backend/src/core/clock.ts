/** Trusts the system clock, unlike `WatchedClock`. */
export class Clock {
  now(): Date {
    return new Date();
  }

  /** The time for ending claims and sessions: {@link now}, or an earlier time while the clock may be ahead. */
  settledNow(): Date {
    return this.now();
  }

  isDoubtful(): boolean {
    return false;
  }

  /**
   * Call it before a write that is final and contains the time.
   * @throws Unavailable for up to a minute after an unexpected jump of the system clock was noticed, or after a start
   *   with the clock more than a minute behind the newest row
   */
  rejectIfJumped(): void {}
}

/** Returns the UTC day of a time, as YYYY-MM-DD. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
