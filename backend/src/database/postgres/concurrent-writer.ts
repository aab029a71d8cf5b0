import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { TypeORMError } from 'typeorm';
import { Unavailable } from '../unavailable.js';
import { Writer } from '../writer.js';
import { isFault, isLostRace } from './faults.js';
import type { Tidying } from './tidying.js';

/** Jobs that may wait for a connection; more are refused at once. */
const MOST_WAITING = 1_000;

/** How often a job is tried when others are quicker. */
const MOST_ATTEMPTS = 6;

/** Before the next attempt a job waits up to this time, in milliseconds, by chance. */
const LONGEST_PAUSE_MS = 50;

/**
 * Writes on several connections at once, one transaction a job. Where jobs must not decide at the same time, locks in
 * the database keep them apart, this process's and any other's.
 */
export class ConcurrentWriter extends Writer {
  private readonly accepted = new Set<Promise<unknown>>();
  private inTransaction = 0;
  private closed = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly tidying: Tidying,
  ) {
    super();
  }

  get waiting(): number {
    return this.accepted.size - this.inTransaction;
  }

  get running(): number {
    return this.inTransaction;
  }

  async write<T>(job: (manager: EntityManager) => Promise<T>): Promise<T> {
    if (this.closed) {
      this.observer.refused('closing', 1);
      throw new Unavailable('The server is shutting down. Try again shortly.', 5);
    }
    if (this.waiting >= MOST_WAITING) {
      this.observer.refused('crowded', 1);
      throw new Unavailable('Too many changes are waiting. Try again in a few seconds.', 2);
    }
    const work = this.tryRepeatedly(job);
    this.accepted.add(work);
    try {
      return await work;
    } finally {
      this.accepted.delete(work);
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.allSettled(this.accepted);
    await this.tidying.close();
  }

  private async tryRepeatedly<T>(job: (manager: EntityManager) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const result = await this.tryOnce(job);
        this.tidying.soon();
        return result;
      } catch (error) {
        const lost = error instanceof TypeORMError && isLostRace(error);
        if (!lost || attempt === MOST_ATTEMPTS) throw this.refusalOf(error, lost);
        await delay(Math.random() * LONGEST_PAUSE_MS);
      }
    }
  }

  private async tryOnce<T>(job: (manager: EntityManager) => Promise<T>): Promise<T> {
    const runner = await this.begin();
    this.inTransaction += 1;
    try {
      const begun = performance.now();
      const result = await job(runner.manager);
      const worked = performance.now();
      await runner.commitTransaction();
      this.observer.committed(1, worked - begun, performance.now() - worked);
      return result;
    } catch (error) {
      await abandon(runner);
      throw error;
    } finally {
      this.inTransaction -= 1;
      await runner.release();
    }
  }

  /** @throws Unavailable when there is no connection to be had */
  private async begin(): Promise<QueryRunner> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.connect();
      await runner.startTransaction();
      return runner;
    } catch (error) {
      await runner.release();
      throw unavailable(error);
    }
  }

  private refusalOf(error: unknown, lost: boolean): unknown {
    const refusal =
      lost || (error instanceof TypeORMError && isFault(error)) ? unavailable(error) : error;
    if (refusal instanceof Unavailable) this.observer.refused('unavailable', 1);
    return refusal;
  }
}

function unavailable(cause: unknown): Unavailable {
  return new Unavailable('The database cannot be written now. Try again shortly.', 5, { cause });
}

async function abandon(runner: QueryRunner): Promise<void> {
  try {
    await runner.rollbackTransaction();
  } catch {
    // The connection is lost, and the transaction with it.
  }
}
