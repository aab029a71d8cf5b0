import type { DataSource, EntityManager } from 'typeorm';
import { Unavailable } from '../core/errors.js';

/** Maximum of waiting jobs. Further jobs are rejected immediately. */
const MAX_WAITING = 1_000;

/** A transaction; it writes through its manager only. */
export type Job<T> = (manager: EntityManager) => Promise<T>;

/** Outcome of an item that depends on another item of its batch, and is decided with the next batch. */
export const AGAIN = Symbol('again');

/** Writes many items in one transaction and returns their outcomes in order. */
export type BatchJob<Item, Outcome> = (
  manager: EntityManager,
  items: readonly Item[],
) => Promise<readonly (Outcome | typeof AGAIN)[]>;

interface WaitingItem<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Why a write was rejected. */
export type WriteRejection = 'closing' | 'queueFull' | 'unavailable';

/** Observes writes. It runs while others wait, so it must be quick and never throw. */
export interface WriteObserver {
  /** @param commitMs duration of the COMMIT */
  committed(jobs: number, commitMs: number): void;
  /** A job was rejected, or rolled back with its transaction. */
  rejected(reason: WriteRejection): void;
}

/** The only way to write. A result is returned only once it is on the disk. */
export abstract class Writer {
  /** Number of jobs in open transactions. */
  running = 0;
  /** Times of the last success, and of the database's last failure, by `performance.now()`. */
  lastSuccess = -Infinity;
  lastFailure = -Infinity;

  protected observer: WriteObserver = { committed() {}, rejected() {} };
  /** Maximum of items in a transaction. */
  protected abstract readonly maxBatch: number;
  private readonly accepted = new Set<Promise<unknown>>();
  private closed = false;

  constructor(protected readonly dataSource: DataSource) {}

  /** Accepted jobs that are not running yet. */
  get waiting(): number {
    return this.accepted.size - this.running;
  }

  /**
   * Runs a job in a transaction and resolves once it is committed. It may run more than once, so it must change nothing
   * but the database. It must not call `save`, which opens a transaction.
   * @throws Unavailable if the database cannot be written now
   */
  write<T>(job: Job<T>): Promise<T> {
    return this.accept(() => this.runInTransaction(job, 1));
  }

  /**
   * Returns a function that writes one item. Items that arrive during a batch form the next batch and share its
   * transaction and fsync.
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
        // Rejects the waiting items too, since they would fail just as slowly.
        const failed = error instanceof Unavailable ? [...batch, ...queue.splice(0)] : batch;
        for (const { reject } of failed) reject(error);
      }
    };

    const writeQueue = async (): Promise<void> => {
      isWriting = true;
      // Lets items of the same tick share a batch.
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

  /** Rejects new jobs, and resolves once the accepted ones are done. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.allSettled(this.accepted);
  }

  observe(observer: WriteObserver): void {
    this.observer = observer;
  }

  /** @param size number of items in the job */
  protected abstract runInTransaction<T>(job: Job<T>, size: number): Promise<T>;

  private async accept<T>(start: () => Promise<T>): Promise<T> {
    if (this.closed) {
      throw this.rejection('closing', 'The server is shutting down. Try again shortly.', 5);
    }
    if (this.waiting >= MAX_WAITING) {
      throw this.rejection(
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
        this.observer.rejected('unavailable');
      }
      throw error;
    } finally {
      this.accepted.delete(work);
    }
  }

  private rejection(
    reason: WriteRejection,
    sentence: string,
    retryAfterSeconds: number,
  ): Unavailable {
    this.observer.rejected(reason);
    return new Unavailable(sentence, retryAfterSeconds);
  }
}

/** Returns the error of jobs that failed because of `cause`. */
export function unavailable(cause: unknown): Unavailable {
  return new Unavailable('The database cannot be written now. Try again shortly.', 5, { cause });
}
