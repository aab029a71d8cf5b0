import { setTimeout as delay } from 'node:timers/promises';
import { TypeORMError } from 'typeorm';
import { brokenRule, isServerError, isLostRace } from '../database-errors.js';
import { unavailable, Writer, type Job } from '../writer.js';

/** Maximum of attempts of a job that loses races, and of the random pause between them. */
const MAX_ATTEMPTS = 6;
const MAX_PAUSE_MS = 50;

/**
 * Writes on several connections, one transaction a job. Jobs that decide about referrals, points or bans take turns by
 * the advisory lock of `lockPyramid`.
 */
export class ConcurrentWriter extends Writer {
  protected readonly maxBatch = 100;

  protected async runInTransaction<T>(job: Job<T>, size: number): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.run(job, size);
      } catch (error) {
        if (!isLostRace(error)) {
          throw error instanceof TypeORMError && isServerError(error) ? unavailable(error) : error;
        }
        if (attempt === MAX_ATTEMPTS) throw brokenRule(error) === null ? unavailable(error) : error;
        await delay(Math.random() * MAX_PAUSE_MS);
      }
    }
  }

  private async run<T>(job: Job<T>, size: number): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    await runner.connect().catch((error: unknown) => {
      throw unavailable(error);
    });
    this.running += size;
    try {
      await runner.startTransaction();
      const result = await job(runner.manager);
      const worked = performance.now();
      await runner.commitTransaction();
      this.observer.committed(size, performance.now() - worked);
      return result;
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
