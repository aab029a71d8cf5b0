import type { DataSource, EntityManager } from 'typeorm';
import { Unavailable } from '../core/errors.js';
import { batchLoader } from './batch-loader.js';

/** Those who may wait; more are refused at once. */
const MAX_WAITING = 1_000;

/** How long an item may wait for its batch, in milliseconds. */
const MAX_BATCH_WAIT_MS = 5_000;

/** What writes, through its manager only. */
export type Job<T> = (manager: EntityManager) => Promise<T>;

/** What is done for many at once where it is plain, and else for one after the other. */
export interface BatchJob<Item, Outcome> {
  /** Does by one statement, which commits itself, what nothing speaks against. What it leaves to `run` is null. */
  runEvident(manager: EntityManager, items: readonly Item[]): Promise<readonly (Outcome | null)[]>;
  /** Does one, in a transaction. It may have to find that it is done already. */
  run(manager: EntityManager, item: Item): Promise<Outcome>;
}

/** Why a write was not done: the server stops, too many wait already, or the database cannot be written. */
export type WriteRefusal = 'closing' | 'crowded' | 'unavailable';

/** Hears how the writing goes. It is told while others wait, so it does little and throws nothing. */
export interface WriteObserver {
  /**
   * @param workMs from the beginning of a transaction to its COMMIT
   * @param commitMs the COMMIT, or a statement that commits itself: what waits for the disk
   */
  committed(jobs: number, workMs: number, commitMs: number): void;
  /** A job was refused or lost its transaction; nothing of it was kept. */
  refused(reason: WriteRefusal): void;
}

/** The one way to write. Nobody hears of a result before it is on the disk. */
export abstract class Writer {
  /** Jobs that are under way in the database. */
  running = 0;

  protected observer: WriteObserver = { committed() {}, refused() {} };
  /** Items that are done together at most. */
  protected abstract readonly maxBatch: number;
  private readonly accepted = new Set<Promise<unknown>>();
  private closed = false;

  constructor(protected readonly dataSource: DataSource) {}

  /** Jobs that were accepted and wait for their turn. */
  get waiting(): number {
    return this.accepted.size - this.running;
  }

  /**
   * Runs `job` in a transaction and resolves once it is committed. The job writes with statements (insert, update, query):
   * `save` would open a transaction of its own. It may be run more than once, so it changes nothing but the database.
   * @throws Unavailable when the database cannot be written now; else what the job throws
   */
  write<T>(job: Job<T>): Promise<T> {
    return this.accept(() => this.runInTransaction(job));
  }

  /**
   * A way to write items one at a time that are cheaper done together: those that come while others are being done are
   * the next batch. What its statement leaves out, or all when that fails, is done one by one, each failing alone.
   */
  batch<Item, Outcome>(job: BatchJob<Item, Outcome>): (item: Item) => Promise<Outcome> {
    const join = batchLoader<Item, Outcome | null>(
      (items, waitedMs) => this.runEvident(job, items, waitedMs),
      this.maxBatch,
    );
    return (item) =>
      this.accept(async () => {
        const outcome = await join(item);
        return outcome ?? this.runInTransaction((manager) => job.run(manager, item));
      });
  }

  /** Refuses new jobs, and resolves when the accepted ones are done. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.allSettled(this.accepted);
  }

  observe(observer: WriteObserver): void {
    this.observer = observer;
  }

  protected abstract runInTransaction<T>(job: Job<T>): Promise<T>;

  /**
   * Runs a job of one statement, which commits itself.
   * @param size those who wait for it
   * @throws Unavailable when nothing else could be written either; else what the job throws
   */
  protected abstract runStatement<T>(job: Job<T>, size: number): Promise<T>;

  private async runEvident<Item, Outcome>(
    job: BatchJob<Item, Outcome>,
    items: readonly Item[],
    waitedMs: number,
  ): Promise<readonly (Outcome | null)[]> {
    if (waitedMs > MAX_BATCH_WAIT_MS) throw unavailable('those before took too long');
    try {
      return await this.runStatement((manager) => job.runEvident(manager, items), items.length);
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      return items.map(() => null);
    }
  }

  private async accept<T>(start: () => Promise<T>): Promise<T> {
    if (this.closed) {
      throw this.refusal('closing', 'The server is shutting down. Try again shortly.', 5);
    }
    if (this.waiting >= MAX_WAITING) {
      throw this.refusal('crowded', 'Too many changes are waiting. Try again in a few seconds.', 2);
    }
    const work = start();
    this.accepted.add(work);
    try {
      return await work;
    } catch (error) {
      if (error instanceof Unavailable) this.observer.refused('unavailable');
      throw error;
    } finally {
      this.accepted.delete(work);
    }
  }

  private refusal(reason: WriteRefusal, sentence: string, retryAfterSeconds: number): Unavailable {
    this.observer.refused(reason);
    return new Unavailable(sentence, retryAfterSeconds);
  }
}

/** What those hear who wait in vain, because of `cause`. */
export function unavailable(cause: unknown): Unavailable {
  return new Unavailable('The database cannot be written now. Try again shortly.', 5, { cause });
}
