/** The only source of the current time. */
export class Clock {
  now(): Date {
    return new Date();
  }
}

/** Returns the UTC day of a time, as YYYY-MM-DD. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
