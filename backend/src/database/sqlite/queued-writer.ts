import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { isBusy, isStorageError } from '../database-errors.js';
import { unavailable, Writer, type WaitingJob } from '../writer.js';
import type { ServedFiles } from './served-files.js';

/** Maximum wait for another process's write lock, in milliseconds. */
const MAX_LOCK_WAIT_MS = 2_000;

const LOCK_PAUSE_MS = 25;

/** Idle time before a checkpoint, in milliseconds. */
const CHECKPOINT_PAUSE_MS = 50;

/** Minimum number of jobs between two checkpoints, since a checkpoint costs two fsyncs. */
const MIN_CHECKPOINT_JOBS = 500;

/**
 * Writes on one connection. Waiting jobs share a transaction; a job that fails is rolled back alone. The log is
 * checkpointed while no job waits: a checkpoint during a commit would delay every write.
 */
export class QueuedWriter extends Writer {
  /** A larger batch would delay the answers to the previous batch and the arrival of the next one. */
  protected readonly maxBatch = 32;
  private working: Promise<void> | null = null;
  /** Jobs since the last checkpoint. */
  private logged = 0;
  private checkpointing: NodeJS.Timeout | undefined;

  /** @param files null in a tool, which leaves checkpoints to SQLite */
  constructor(
    dataSource: DataSource,
    private readonly files: ServedFiles | null,
  ) {
    super(dataSource);
  }

  override async close(): Promise<void> {
    await super.close();
    await this.working;
    clearTimeout(this.checkpointing);
  }

  protected wake(): void {
    this.working ??= this.work();
  }

  private async work(): Promise<void> {
    clearTimeout(this.checkpointing);
    while (this.jobs.length > 0) {
      await this.commitTogether();
      this.logged += this.running;
      this.running = 0;
    }
    this.working = null;
    const { files } = this;
    if (files === null || this.logged < MIN_CHECKPOINT_JOBS) return;
    this.checkpointing = setTimeout(() => {
      this.working = this.checkpoint(files);
    }, CHECKPOINT_PAUSE_MS).unref();
  }

  private async checkpoint(files: ServedFiles): Promise<void> {
    this.logged = 0;
    // A failure is ignored: the next checkpoint includes these jobs.
    await files.checkpoint(this.dataSource).catch(() => undefined);
    await this.work();
  }

  private async commitTogether(): Promise<void> {
    try {
      await retryWhileBusy(() => this.dataSource.query('BEGIN IMMEDIATE'));
    } catch (error) {
      failAll(this.jobs.take(Infinity), error);
      return;
    }
    const jobs = this.jobs.take(this.maxBatch);
    this.running = jobs.reduce((sum, { size }) => sum + size, 0);
    try {
      const answers: (() => void)[] = [];
      for (const job of jobs) {
        answers.push(await (jobs.length === 1 ? this.runAlone(job) : this.runInSavepoint(job)));
      }
      const worked = performance.now();
      await this.dataSource.query('COMMIT');
      this.files?.check();
      this.observer.committed(this.running, performance.now() - worked);
      setImmediate(() => {
        for (const answer of answers) answer();
      });
    } catch (error) {
      // SQLite may have rolled back already.
      await this.dataSource.query('ROLLBACK').catch(() => undefined);
      failAll(jobs, error);
    }
  }

  /**
   * Runs the only job of a transaction, such as a batch of claims, without the two statements of a savepoint.
   * @throws if the whole transaction is lost
   */
  private async runAlone(job: WaitingJob): Promise<() => void> {
    try {
      return await job.run(this.dataSource.manager);
    } catch (error) {
      if (isStorageError(error)) throw error;
      await this.dataSource.query('ROLLBACK');
      // The caller sends a COMMIT, which needs a transaction.
      await this.dataSource.query('BEGIN');
      return () => job.reject(error);
    }
  }

  /** @throws if the whole transaction is lost */
  private async runInSavepoint(job: WaitingJob): Promise<() => void> {
    await this.dataSource.query('SAVEPOINT job');
    try {
      const answer = await job.run(this.dataSource.manager);
      await this.dataSource.query('RELEASE job');
      return answer;
    } catch (error) {
      if (isStorageError(error)) throw error;
      await this.dataSource.query('ROLLBACK TO job');
      await this.dataSource.query('RELEASE job');
      return () => job.reject(error);
    }
  }
}

/** Retries while another process holds the write lock. */
async function retryWhileBusy<T>(attempt: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + MAX_LOCK_WAIT_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await delay(LOCK_PAUSE_MS);
    }
  }
}

function failAll(jobs: readonly WaitingJob[], cause: unknown): void {
  for (const job of jobs) job.reject(unavailable(cause));
}
