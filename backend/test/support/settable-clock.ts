import { Clock } from '../../src/core/clock.js';

export class SettableClock extends Clock {
  private time: Date;

  constructor(time: string) {
    super();
    this.time = new Date(time);
  }

  set(time: string): void {
    this.time = new Date(time);
  }

  /** `milliseconds` may be negative. */
  advance(milliseconds: number): void {
    this.time = new Date(this.time.getTime() + milliseconds);
  }

  override now(): Date {
    return this.time;
  }
}
