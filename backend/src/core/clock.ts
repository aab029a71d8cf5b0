/** What time it is. Whatever depends on the day, or on when something ends, asks here and nowhere else. */
export class Clock {
  now(): Date {
    return new Date();
  }
}

/** The UTC day that `time` falls on, as YYYY-MM-DD. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
