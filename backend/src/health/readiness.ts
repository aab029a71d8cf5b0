import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Reader } from '../database/reader.js';
import { Unavailable } from '../core/errors.js';
import { Writer } from '../database/writer.js';

/**
 * How long a verdict holds, in milliseconds, so that whoever asks more often costs nothing: a good one takes 64 kB of
 * writing, a bad one is hoped to change.
 */
const GOOD_MS = 10_000;
const BAD_MS = 1_000;

const RETRY_AFTER_SECONDS = 5;

/** What is written to see whether it can be: more than any request takes, so that a full disk shows before a visitor meets it. */
const PROBE_TEXT = 'x'.repeat(65_536);

/** They leave the table as it was, and still take room and reach the disk. No migration is so old. */
const INSERT_PROBE = 'INSERT INTO migrations (id, timestamp, name) VALUES (0, 0, $1)';
const DELETE_PROBE = 'DELETE FROM migrations WHERE id = 0';

@Injectable()
export class Readiness {
  private verdict = Promise.resolve();
  /** Until when the verdict holds, as `performance.now()` counts, which no change of the date upsets: for ever while one is being found. */
  private endsAt = 0;

  constructor(
    private readonly reader: Reader,
    private readonly writer: Writer,
  ) {}

  /** @throws Unavailable saying what cannot be done */
  check(): Promise<void> {
    if (performance.now() >= this.endsAt) {
      this.endsAt = Infinity;
      this.verdict = this.look();
      const hold = (ms: number) => () => {
        this.endsAt = performance.now() + ms;
      };
      this.verdict.then(hold(GOOD_MS), hold(BAD_MS));
    }
    return this.verdict;
  }

  private async look(): Promise<void> {
    await this.reader
      .select(z.unknown(), 'SELECT address FROM wallet LIMIT 1')
      .catch(unavailable('read'));
    await this.writer
      .write(async (manager) => {
        await manager.query(INSERT_PROBE, [PROBE_TEXT]);
        await manager.query(DELETE_PROBE);
      })
      .catch(unavailable('written'));
  }
}

function unavailable(part: 'read' | 'written') {
  return (cause: unknown): never => {
    const message = `The database cannot be ${part}. Try again shortly.`;
    throw new Unavailable(message, RETRY_AFTER_SECONDS, { cause });
  };
}
