import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '../core/clock.js';
import { LOG, type Log } from '../core/log.js';
import { PeriodicJob } from '../core/periodic-job.js';
import { dialectOf } from '../database/dialect.js';
import { select } from '../database/reader.js';
import { Writer } from '../database/writer.js';
import { writeInTurns } from '../database/write-in-turns.js';

/** Interval of the sweep, in milliseconds. */
const SWEEP_MS = 60_000;

/** Maximum of rows per transaction, so that other writes do not wait long. */
const BATCH = 200;

/** How long a used challenge is kept after it has expired, in milliseconds, in case the clock steps back. */
const KEEP_CHALLENGES_MS = 3_600_000;

const keyRow = z.object({ key: z.string() });

/** Deletes expired sessions and challenges. A request never waits for that: there may be many. */
@Injectable()
export class ExpirySweep extends PeriodicJob {
  constructor(
    private readonly writer: Writer,
    private readonly clock: Clock,
    @Inject(LOG) log: Log,
  ) {
    super(log, 'expired sessions could not be deleted', SWEEP_MS);
  }

  /** @throws Unavailable if the database cannot be written now */
  async run(signal: AbortSignal): Promise<void> {
    if (this.clock.isDoubtful()) return;
    const now = this.clock.settledNow().getTime();
    await this.delete('session', 'token_hash', new Date(now), signal);
    await this.delete('sign_in_challenge', 'nonce', new Date(now - KEEP_CHALLENGES_MS), signal);
  }

  private async delete(
    table: string,
    key: string,
    until: Date,
    signal: AbortSignal,
  ): Promise<void> {
    const expired = `SELECT ${key} AS key FROM ${table} WHERE expires_at <= $1 ORDER BY expires_at LIMIT ${BATCH}`;
    await writeInTurns(
      () =>
        this.writer.write(async (manager) => {
          const rows = await select(manager, keyRow, expired, [until.toISOString()]);
          const keys = JSON.stringify(rows.map((row) => row.key));
          const { elementsOf } = dialectOf(manager);
          const remove = `DELETE FROM ${table} WHERE ${key} IN (SELECT value FROM ${elementsOf('$1')})`;
          if (rows.length > 0) await manager.query(remove, [keys]);
          return rows.length === BATCH;
        }),
      signal,
    );
  }
}
