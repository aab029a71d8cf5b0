import { setTimeout as delay } from 'node:timers/promises';
import { TypeORMError } from 'typeorm';
import { brokenRule, isFault, isLostRace, isOutage } from '../faults.js';
import { unavailable, Writer, type Job } from '../writer.js';

/** How often a job is tried when others are quicker, and how long it waits in between, by chance. */
const MAX_ATTEMPTS = 6;
const MAX_PAUSE_MS = 50;

/** How long the rows of the ranking that were added lie about, in milliseconds. */
const COMPACTION_PAUSE_MS = 1_000;

/**
 * Writes on several connections at once, one transaction a job. Where jobs must not decide at the same time, locks in
 * the database keep them apart, this process's and any other's. A batch waits for those locks once.
 */
export class ConcurrentWriter extends Writer {
  protected readonly maxBatch = 100;
  private readonly closing = new AbortController();
  private compacting: Promise<void> | null = null;

  override async close(): Promise<void> {
    await super.close();
    this.closing.abort();
    await this.compacting;
  }

  protected async runInTransaction<T>(job: Job<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.run(job, 1, true);
      } catch (error) {
        if (!isLostRace(error)) {
          throw error instanceof TypeORMError && isFault(error) ? unavailable(error) : error;
        }
        if (attempt === MAX_ATTEMPTS) throw brokenRule(error) === null ? unavailable(error) : error;
        await delay(Math.random() * MAX_PAUSE_MS);
      }
    }
  }

  protected async runStatement<T>(job: Job<T>, size: number): Promise<T> {
    try {
      return await this.run(job, size, false);
    } catch (error) {
      throw error instanceof TypeORMError && isOutage(error) ? unavailable(error) : error;
    }
  }

  private async run<T>(job: Job<T>, size: number, inTransaction: boolean): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    await runner.connect().catch((error: unknown) => {
      throw unavailable(error);
    });
    this.running += size;
    try {
      if (inTransaction) await runner.startTransaction();
      const begun = performance.now();
      const result = await job(runner.manager);
      const workMs = inTransaction ? performance.now() - begun : 0;
      if (inTransaction) await runner.commitTransaction();
      this.observer.committed(size, workMs, performance.now() - begun - workMs);
      this.compacting ??= this.compact();
      return result;
    } catch (error) {
      // Where the connection is lost, so is the transaction.
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      this.running -= size;
      await runner.release();
    }
  }

  /** Has rows of the ranking put together that were only added. */
  private async compact(): Promise<void> {
    try {
      await delay(COMPACTION_PAUSE_MS, undefined, { signal: this.closing.signal });
      await this.dataSource.query('SELECT compact_rank_counts()');
    } catch {
      // What the rows say does not change: whoever writes next has it done.
    }
    this.compacting = null;
  }
}
