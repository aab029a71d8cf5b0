import { setTimeout as delay } from 'node:timers/promises';
import { QueryFailedError, type DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { Unavailable } from '../core/errors.js';
import { FilesReplaced, isBusy, isStorageError, isUnavailable } from './database-errors.js';
import { dialectOf } from './dialect.js';
import { FairQueue } from './fair-queue.js';
import type { ServedFiles } from './sqlite/served-files.js';

/** Maximum length of a queue of jobs or of items. Beyond it, the client with the most entries loses its newest one. */
const MAX_WAITING = 1_000;

/** Client ID of batches, and of writes that belong to no visitor. */
const SERVER = '';

/** Maximum number of jobs in a transaction, and of items in a job. */
const MAX_BATCH = 32;

/** Time for which a locked SQLite file is tried again. PostgreSQL has `lock_timeout`. */
const MAX_LOCK_WAIT_MS = 2_000;

const LOCK_PAUSE_MS = 25;

const CHECKPOINT_PAUSE_MS = 50;

/** Minimum number of writes between two checkpoints by an idle writer. */
const MIN_CHECKPOINT_JOBS = 500;

/** A write through the given manager only, in a transaction that other jobs may share. */
export type Job<T> = (manager: EntityManager) => Promise<T>;

/** Outcome of an item that depends on another item of its job. The item then waits for a later job. */
export const AGAIN = Symbol('again');

/** Writes many items in one transaction and returns their outcomes, in the order of the items. */
export type BatchJob<Item, Outcome> = (
  manager: EntityManager,
  items: readonly Item[],
) => Promise<readonly (Outcome | typeof AGAIN)[]>;

interface WaitingJob {
  readonly size: number;
  /** Runs the job. The returned function resolves the job's promise: call it after the commit. */
  readonly run: (manager: EntityManager) => Promise<() => void>;
  readonly reject: (error: unknown) => void;
}

interface WaitingItem<Item, Outcome> {
  readonly client: string;
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

export class Batch<Item, Outcome> {
  readonly queue = new FairQueue<WaitingItem<Item, Outcome>>();
  /** Items whose outcome was AGAIN. */
  readonly postponed = new FairQueue<WaitingItem<Item, Outcome>>();
  isWriting = false;

  constructor(readonly job: BatchJob<Item, Outcome>) {}
}

class QueueFull extends Unavailable {}

export type WriteRejection = 'closing' | 'queueFull' | 'unavailable';

/** Its methods must be quick and must not throw: writes wait for them. */
export interface WriteObserver {
  committed(jobs: number, commitMs: number): void;
  rejected(reason: WriteRejection): void;
}

/**
 * Runs jobs in transactions. The writers of a database, also those of other processes, run one transaction at a time.
 * Jobs that wait share a transaction; a job that fails is rolled back alone, unless the database fails.
 */
export class Writer {
  /** Number of writes in the open transaction. Each item of a batch counts as one. */
  running = 0;
  /** Time of the last successful write, by `performance.now()`. */
  lastSuccess = -Infinity;
  /** Time of the last write that failed because the database was unavailable, by `performance.now()`. */
  lastFailure = -Infinity;

  private observer: WriteObserver = { committed() {}, rejected() {} };
  private readonly jobs = new FairQueue<WaitingJob>();
  private readonly accepted = new Set<Promise<unknown>>();
  private closed = false;
  private working: Promise<void> | null = null;
  private writesSinceCheckpoint = 0;
  private checkpointing: NodeJS.Timeout | undefined;

  /** @param files if not null, checked after each commit, and checkpointed while the writer is idle */
  constructor(
    private readonly dataSource: DataSource,
    private readonly files: ServedFiles | null = null,
  ) {}

  get waiting(): number {
    return this.accepted.size - this.running;
  }

  /**
   * Runs a job in a transaction and resolves after the commit. The job must change nothing but the database, because the
   * transaction may still be rolled back. It must not call `save`, which opens a transaction.
   * @param client ID of the client: clients take turns, one job at a time
   * @throws Unavailable if the database cannot be written now, too many jobs wait, or the writer is closed; also any
   *   error of the job
   */
  write<T>(job: Job<T>, client = SERVER): Promise<T> {
    return this.accept(() => this.runInTransaction(job, 1, client));
  }

  /**
   * Writes an item in one job with others, and resolves after the commit. If the job fails with an error other than
   * Unavailable, each half of its items is tried alone. A job has at most one item whose outcome was {@link AGAIN}, which
   * comes first.
   * @param client ID of the client: clients take turns, one item at a time
   * @throws the same as {@link write}
   */
  writeTogether<Item, Outcome>(
    batch: Batch<Item, Outcome>,
    item: Item,
    client: string,
  ): Promise<Outcome> {
    return this.accept(
      () =>
        new Promise((resolve, reject) => {
          this.enqueue(batch.queue, client, { client, item, resolve, reject });
          if (!batch.isWriting) void this.writeQueue(batch);
        }),
    );
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.allSettled(this.accepted);
    await this.working;
    clearTimeout(this.checkpointing);
  }

  observe(observer: WriteObserver): void {
    this.observer = observer;
  }

  private async writeQueue<Item, Outcome>(batch: Batch<Item, Outcome>): Promise<void> {
    const { queue, postponed } = batch;
    batch.isWriting = true;
    // Lets items of the same tick share a transaction.
    await Promise.resolve();
    while (queue.length + postponed.length > 0) {
      const first = postponed.take(1);
      await this.writeItems(batch, [...first, ...queue.take(MAX_BATCH - first.length)]);
    }
    batch.isWriting = false;
  }

  private async writeItems<Item, Outcome>(
    batch: Batch<Item, Outcome>,
    waiting: readonly WaitingItem<Item, Outcome>[],
  ): Promise<void> {
    const { job, queue, postponed } = batch;
    const items = waiting.map(({ item }) => item);
    try {
      const run = (manager: EntityManager) => job(manager, items);
      const outcomes = await this.runInTransaction(run, items.length, SERVER);
      for (const [index, one] of waiting.entries()) {
        const outcome = outcomes[index] ?? AGAIN;
        if (outcome === AGAIN) this.enqueue(postponed, one.client, one);
        else one.resolve(outcome);
      }
    } catch (error) {
      if (error instanceof Unavailable) {
        // Rejects the items that wait, too, since they would most likely fail the same way.
        const all = [...waiting, ...postponed.take(Infinity), ...queue.take(Infinity)];
        for (const { reject } of all) reject(error);
      } else if (waiting.length === 1) {
        for (const { reject } of waiting) reject(error);
      } else {
        const middle = Math.ceil(waiting.length / 2);
        await this.writeItems(batch, waiting.slice(0, middle));
        await this.writeItems(batch, waiting.slice(middle));
      }
    }
  }

  private runInTransaction<T>(job: Job<T>, size: number, client: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = async (manager: EntityManager) => {
        const result = await job(manager);
        return () => resolve(result);
      };
      this.enqueue(this.jobs, client, { size, run, reject });
      this.working ??= this.work();
    });
  }

  private enqueue<Waiting extends { readonly reject: (error: unknown) => void }>(
    queue: FairQueue<Waiting>,
    client: string,
    waiting: Waiting,
  ): void {
    queue.add(client, waiting);
    if (queue.length <= MAX_WAITING) return;
    this.observer.rejected('queueFull');
    const sentence = 'Too many changes are waiting. Try again in a few seconds.';
    queue.dropNewest(client)?.reject(new QueueFull(sentence, 2));
  }

  private async accept<T>(start: () => Promise<T>): Promise<T> {
    if (this.closed) {
      this.observer.rejected('closing');
      throw new Unavailable('The server is shutting down. Try again shortly.', 5);
    }
    const work = start();
    this.accepted.add(work);
    try {
      const result = await work;
      this.lastSuccess = performance.now();
      return result;
    } catch (error) {
      if (error instanceof Unavailable && !(error instanceof QueueFull)) {
        this.lastFailure = performance.now();
        this.observer.rejected('unavailable');
      }
      throw error;
    } finally {
      this.accepted.delete(work);
    }
  }

  private async work(): Promise<void> {
    clearTimeout(this.checkpointing);
    while (this.jobs.length > 0) {
      await this.commitTogether();
      this.writesSinceCheckpoint += this.running;
      this.running = 0;
    }
    this.working = null;
    const { files } = this;
    if (files === null || this.writesSinceCheckpoint < MIN_CHECKPOINT_JOBS) return;
    this.checkpointing = setTimeout(() => {
      this.working = this.checkpoint(files);
    }, CHECKPOINT_PAUSE_MS).unref();
  }

  private async checkpoint(files: ServedFiles): Promise<void> {
    this.writesSinceCheckpoint = 0;
    // A failure is ignored: the next checkpoint includes these writes.
    await files.checkpoint(this.dataSource).catch(() => undefined);
    await this.work();
  }

  private async commitTogether(): Promise<void> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await begin(runner);
    } catch (error) {
      for (const job of this.jobs.take(Infinity)) job.reject(unavailable(error));
      return;
    }
    const jobs = this.jobs.take(MAX_BATCH);
    this.running = jobs.reduce((sum, { size }) => sum + size, 0);
    try {
      const answers: (() => void)[] = [];
      for (const job of jobs) {
        answers.push(
          await (jobs.length === 1 ? job.run(runner.manager) : this.runInSavepoint(job, runner)),
        );
      }
      const worked = performance.now();
      await runner.query(dialectOf(runner.manager).commit);
      this.files?.check();
      this.observer.committed(this.running, performance.now() - worked);
      setImmediate(() => {
        for (const answer of answers) answer();
      });
    } catch (error) {
      const isLost = runner.isReleased;
      await rollBack(runner);
      for (const job of jobs) {
        job.reject(jobs.length === 1 ? this.errorOf(error, isLost) : unavailable(error));
      }
    } finally {
      await runner.release();
    }
  }

  /** Runs a job in a savepoint, and rolls it back alone if it fails. @throws if the whole transaction is lost */
  private async runInSavepoint(job: WaitingJob, runner: QueryRunner): Promise<() => void> {
    await runner.query('SAVEPOINT job');
    try {
      const answer = await job.run(runner.manager);
      await runner.query('RELEASE job');
      return answer;
    } catch (error) {
      if (isStorageError(error)) throw error;
      await runner.query('ROLLBACK TO job');
      await runner.query('RELEASE job');
      return () => job.reject(this.errorOf(error, false));
    }
  }

  /** @param isLost true if TypeORM has released the runner, as it does once the connection is lost */
  private errorOf(cause: unknown, isLost: boolean): unknown {
    const isOfDatabase =
      isLost || cause instanceof QueryFailedError || cause instanceof FilesReplaced;
    return isOfDatabase && isUnavailable(this.dataSource, cause) ? unavailable(cause) : cause;
  }
}

/** Begins a transaction that excludes other writers. Retries for a while if the SQLite file is locked. */
async function begin(runner: QueryRunner): Promise<void> {
  const deadline = performance.now() + MAX_LOCK_WAIT_MS;
  for (;;) {
    try {
      await runner.query(dialectOf(runner.manager).begin);
      return;
    } catch (error) {
      if (isBusy(error) && performance.now() < deadline) {
        await delay(LOCK_PAUSE_MS);
        continue;
      }
      await rollBack(runner);
      await runner.release();
      throw error;
    }
  }
}

/** Rolls back, unless the database has done so already. */
async function rollBack(runner: QueryRunner): Promise<void> {
  await runner.query('ROLLBACK').catch(() => undefined);
}

function unavailable(cause: unknown): Unavailable {
  return new Unavailable('The database cannot be written now. Try again shortly.', 5, { cause });
}
