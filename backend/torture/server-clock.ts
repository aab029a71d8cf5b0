import { renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A clock for a built server. It stands still until it is set or advanced. */
export class ServerClock {
  private readonly file: string;

  /** @param time in milliseconds since 1970 */
  constructor(
    folder: string,
    private time: number,
  ) {
    this.file = join(folder, 'clock');
    this.set(time);
  }

  get environment(): NodeJS.ProcessEnv {
    const preload = pathToFileURL(resolve('backend/torture/stopped-clock.js')).href;
    return { CLOCK_FILE: this.file, NODE_OPTIONS: `--import ${preload}` };
  }

  now(): Date {
    return new Date(this.time);
  }

  set(time: number): void {
    this.time = time;
    writeFileSync(`${this.file}.new`, String(time));
    renameSync(`${this.file}.new`, this.file);
  }

  advance(milliseconds: number): void {
    this.set(this.time + milliseconds);
  }
}
