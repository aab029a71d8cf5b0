import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { execute, Reader } from '../database/reader.js';
import { Unavailable } from '../core/errors.js';
import { Writer } from '../database/writer.js';

/** How long a verdict holds, in milliseconds: whoever asks more often costs nothing. */
const LIFETIME_MS = 1_000;

const RETRY_AFTER_SECONDS = 5;

/** What is written to see whether it can be: more than any request takes, so that a full disk shows before a visitor meets it. */
const PROBE_TEXT = 'x'.repeat(65_536);

/** They leave the table as it was, and still take room and reach the disk. No migration is so old. */
const INSERT_PROBE = 'INSERT INTO migrations (id, timestamp, name) VALUES (0, 0, $1)';
const DELETE_PROBE = 'DELETE FROM migrations WHERE id = 0';

/** Whether the server can do its work now. */
@Injectable()
export class Readiness {
  private verdict: Promise<void> | null = null;

  constructor(
    private readonly reader: Reader,
    private readonly writer: Writer,
  ) {}

  /** @throws Unavailable saying what cannot be done */
  check(): Promise<void> {
    this.verdict ??= this.look().finally(() => {
      setTimeout(() => (this.verdict = null), LIFETIME_MS).unref();
    });
    return this.verdict;
  }

  private async look(): Promise<void> {
    await succeeds('read', () =>
      this.reader.select(z.unknown(), 'SELECT address FROM wallet LIMIT 1'),
    );
    await succeeds('written', () =>
      this.writer.write(async (manager) => {
        await execute(manager, INSERT_PROBE, [PROBE_TEXT]);
        await manager.query(DELETE_PROBE);
      }),
    );
  }
}

async function succeeds(part: 'read' | 'written', attempt: () => Promise<unknown>): Promise<void> {
  try {
    await attempt();
  } catch (cause) {
    throw new Unavailable(
      `The database cannot be ${part}. Try again shortly.`,
      RETRY_AFTER_SECONDS,
      {
        cause,
      },
    );
  }
}
