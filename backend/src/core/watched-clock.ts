import { Clock } from './clock.js';
import { Unavailable } from './errors.js';
import type { Log } from './log.js';

/** Adjustments of the system clock up to this size are not jumps. */
const TOLERANCE_MS = 60_000;

/** Time from the start or the last jump until a doubtful clock is trusted. */
const SETTLING_MS = 3_600_000;

/** Time after which final writes are accepted again, although the clock may still be wrong. */
const REJECTION_MS = 60_000;

/** If the newest row is older than this at the start, the clock is doubtful. */
const MAX_ABSENCE_MS = 86_400_000;

const NS_PER_MS = 1_000_000;

/** Compares the system clock with the newest row at the start, and later with the monotonic clock. */
export class WatchedClock extends Clock {
  private minOffset: number;
  private maxOffset: number;
  /** System time minus monotonic time at the last reading, in milliseconds. */
  private offset: number;
  /** Monotonic time at which the last jump was noticed; before the first jump, the time of the start. */
  private since: number;
  private rejectsUntil = -Infinity;

  /**
   * @param newest time of the newest row; null if there is no row, or the time is unknown
   * @param monotonic returns milliseconds since a fixed moment
   */
  constructor(
    newest: Date | null,
    private readonly log: Pick<Log, 'warn' | 'info'>,
    private readonly system = () => Date.now(),
    private readonly monotonic = () => Number(process.hrtime.bigint()) / NS_PER_MS,
  ) {
    super();
    this.since = this.monotonic();
    this.offset = this.system() - this.since;
    this.minOffset = newest === null ? this.offset : newest.getTime() - this.since;
    this.maxOffset = newest === null ? this.offset : this.minOffset + MAX_ABSENCE_MS;
    if (this.offset < this.minOffset - TOLERANCE_MS) {
      this.rejectsUntil = this.since + REJECTION_MS;
      this.log.warn(
        { newest },
        'the system clock is behind the newest row of the database: set it; for a minute nobody can sign in, and for an hour expired claims are kept and no backup is made',
      );
    } else if (this.isDoubtful()) {
      this.log.info(
        { newest },
        'the newest row of the database is more than a day old, or the system clock is ahead: for an hour expired claims are kept and no backup is made',
      );
    }
  }

  override now(): Date {
    return new Date(this.system());
  }

  override settledNow(): Date {
    const passed = this.look();
    if (this.isPlausible()) return this.now();
    return new Date(Math.round(passed + Math.min(this.offset, this.minOffset)));
  }

  override isDoubtful(): boolean {
    this.look();
    return !this.isPlausible();
  }

  override rejectIfJumped(): void {
    const passed = this.look();
    if (this.isPlausible() || passed >= this.rejectsUntil) return;
    const seconds = Math.ceil((this.rejectsUntil - passed) / 1_000);
    throw new Unavailable("The server's clock was just set. Try again in a minute.", seconds);
  }

  private look(): number {
    const passed = this.monotonic();
    const offset = this.system() - passed;
    const jump = offset - this.offset;
    this.offset = offset;
    if (Math.abs(jump) > TOLERANCE_MS) {
      this.since = passed;
      this.rejectsUntil = passed + REJECTION_MS;
      this.log.warn(
        { seconds: Math.round(jump / 1_000) },
        this.isPlausible()
          ? 'the system clock jumped to the expected time'
          : 'the system clock jumped: for a minute nobody can sign in; if it does not jump back, expired claims are kept and no backup is made for an hour',
      );
    }
    if (this.isPlausible() || passed - this.since >= SETTLING_MS) {
      this.minOffset = offset;
      this.maxOffset = offset;
    }
    return passed;
  }

  private isPlausible(): boolean {
    return (
      this.offset >= this.minOffset - TOLERANCE_MS && this.offset <= this.maxOffset + TOLERANCE_MS
    );
  }
}
