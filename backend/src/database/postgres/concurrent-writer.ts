import { setTimeout as delay } from 'node:timers/promises';
import { TypeORMError } from 'typeorm';
import { brokenRule, isServerError, isLostRace } from '../database-errors.js';
import { unavailable, Writer, type WaitingJob } from '../writer.js';
import { WRITING_CONNECTIONS } from './connection.js';

/** Maximum of attempts of a job that loses races, and of the random pause between them. */
const MAX_ATTEMPTS = 6;
const MAX_PAUSE_MS = 50;

/** Maximum wait for a connection, in milliseconds, while other jobs use them. */
const MAX_WAIT_MS = 5_000;

/**
 * Writes on several connections, one transaction a job. Jobs that decide about referrals, points or bans take turns by
 * the advisory lock of `lockPyramid`.
 */
export class ConcurrentWriter extends Writer {
  protected readonly maxBatch = 100;
  private busy = 0;

  protected wake(): void {
    while (this.busy < WRITING_CONNECTIONS) {
      const [job] = this.jobs.take(1);
      if (job === undefined) return;
      this.busy += 1;
      void this.finish(job);
    }
  }

  private async finish(job: WaitingJob): Promise<void> {
    try {
      if (performance.now() - job.since > MAX_WAIT_MS) {
        throw unavailable(new Error('every connection was in use for too long'));
      }
      const answer = await this.attempt(job);
      answer();
    } catch (error) {
      job.reject(error);
    }
    this.busy -= 1;
    this.wake();
  }

  private async attempt(job: WaitingJob): Promise<() => void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.run(job);
      } catch (error) {
        if (!isLostRace(error)) {
          throw error instanceof TypeORMError && isServerError(error) ? unavailable(error) : error;
        }
        if (attempt === MAX_ATTEMPTS) throw brokenRule(error) === null ? unavailable(error) : error;
        await delay(Math.random() * MAX_PAUSE_MS);
      }
    }
  }

  private async run({ run, size }: WaitingJob): Promise<() => void> {
    const runner = this.dataSource.createQueryRunner();
    await runner.connect().catch((error: unknown) => {
      throw unavailable(error);
    });
    this.running += size;
    try {
      await runner.startTransaction();
      const answer = await run(runner.manager);
      const worked = performance.now();
      await runner.commitTransaction();
      this.observer.committed(size, performance.now() - worked);
      return answer;
    } catch (error) {
      // A lost connection has rolled back already.
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      this.running -= size;
      await runner.release();
    }
  }
}
