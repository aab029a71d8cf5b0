import type { DataSource, EntityManager } from 'typeorm';
import { Unavailable } from '../core/errors.js';

/** Those who may wait; more are refused at once. */
const MAX_WAITING = 1_000;

/** What writes, through its manager only. */
export type Job<T> = (manager: EntityManager) => Promise<T>;

/** The outcome of an item that depends on another one of its batch: it is decided with the next batch. */
export const AGAIN = Symbol('again');

/** Writes many items in one transaction, and returns the outcome of each, in their order. */
export type BatchJob<Item, Outcome> = (
  manager: EntityManager,
  items: readonly Item[],
) => Promise<readonly (Outcome | typeof AGAIN)[]>;

interface WaitingItem<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Why a write was not done: the server stops, too many wait already, or the database cannot be written. */
export type WriteRefusal = 'closing' | 'queueFull' | 'unavailable';

/** Hears how the writing goes. It is told while others wait, so it does little and throws nothing. */
export interface WriteObserver {
  /**
   * @param workMs from the beginning of a transaction to its COMMIT
   * @param commitMs the COMMIT: what waits for the disk
   */
  committed(jobs: number, workMs: number, commitMs: number): void;
  /** A job was refused or lost its transaction; nothing of it was kept. */
  refused(reason: WriteRefusal): void;
}

/** The one way to write. Nobody hears of a result before it is on the disk. */
export abstract class Writer {
  /** Jobs that are under way in the database. */
  running = 0;
  /** When a job last succeeded, and when one last failed for want of a working database, as `performance.now()` counts. */
  lastSuccess = -Infinity;
  lastFailure = -Infinity;

  protected observer: WriteObserver = { committed() {}, refused() {} };
  /** Items that are written together at most. */
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
    return this.accept(() => this.runInTransaction(job, 1));
  }

  /**
   * Returns a function that writes one item, by a job that writes many: the items that come while a batch is written are
   * the next batch, and share its transaction and its fsync.
   */
  batch<Item, Outcome>(job: BatchJob<Item, Outcome>): (item: Item) => Promise<Outcome> {
    let queue: WaitingItem<Item, Outcome>[] = [];
    let isWriting = false;

    const writeBatch = async (batch: readonly WaitingItem<Item, Outcome>[]): Promise<void> => {
      const items = batch.map(({ item }) => item);
      try {
        const run = (manager: EntityManager) => job(manager, items);
        const outcomes = await this.runInTransaction(run, items.length);
        queue = [...batch.filter((_, index) => outcomes[index] === AGAIN), ...queue];
        for (const [index, outcome] of outcomes.entries()) {
          if (outcome !== AGAIN) batch[index]?.resolve(outcome);
        }
      } catch (error) {
        // Those who wait would take as long to find out that the database is unavailable.
        const failed = error instanceof Unavailable ? [...batch, ...queue.splice(0)] : batch;
        for (const { reject } of failed) reject(error);
      }
    };

    const writeQueue = async (): Promise<void> => {
      isWriting = true;
      // Items that come at the same time share a batch.
      await Promise.resolve();
      while (queue.length > 0) await writeBatch(queue.splice(0, this.maxBatch));
      isWriting = false;
    };

    const enqueue = (item: Item): Promise<Outcome> =>
      new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject });
        if (!isWriting) void writeQueue();
      });
    return (item) => this.accept(() => enqueue(item));
  }

  /** Refuses new jobs, and resolves when the accepted ones are done. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.allSettled(this.accepted);
  }

  observe(observer: WriteObserver): void {
    this.observer = observer;
  }

  /** @param size how many wait for the job */
  protected abstract runInTransaction<T>(job: Job<T>, size: number): Promise<T>;

  private async accept<T>(start: () => Promise<T>): Promise<T> {
    if (this.closed) {
      throw this.refusal('closing', 'The server is shutting down. Try again shortly.', 5);
    }
    if (this.waiting >= MAX_WAITING) {
      throw this.refusal(
        'queueFull',
        'Too many changes are waiting. Try again in a few seconds.',
        2,
      );
    }
    const work = start();
    this.accepted.add(work);
    try {
      const result = await work;
      this.lastSuccess = performance.now();
      return result;
    } catch (error) {
      if (error instanceof Unavailable) {
        this.lastFailure = performance.now();
        this.observer.refused('unavailable');
      }
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
