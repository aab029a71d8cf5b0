import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { Unavailable } from '../../core/errors.js';
import { isBusy, isStorageFault } from '../faults.js';
import type { Foreseen, GroupJob } from '../writer.js';
import { Writer } from '../writer.js';
import type { Answer, Job } from './job.js';
import { SharedJob } from './job.js';
import { WriteBack } from './write-back.js';

/** Those who may wait; more are refused at once. */
const MOST_WAITING = 1_000;

/** Those whose jobs share a transaction: so few that the next ones come, and the last ones are answered, meanwhile. */
const MOST_TOGETHER = 32;

/** How long the jobs wait for somebody who holds the write lock, in milliseconds. */
const LOCK_PATIENCE_MS = 2_000;

const LOCK_PAUSE_MS = 25;

/**
 * Writes on one connection, one transaction at a time. Jobs that wait together are committed together, and one that
 * fails fails alone. A job that one statement can do is done by that, which is a transaction of its own: each statement
 * has to wait until the requests that came meanwhile are read. Nobody hears of a result, not even of a refusal, before
 * it is on the disk.
 */
export class QueuedWriter extends Writer {
  private readonly queue: Job[] = [];
  private inTransaction = 0;
  private working: Promise<void> | null = null;
  private closed = false;
  private readonly writeBack: WriteBack;

  constructor(private readonly dataSource: DataSource) {
    super();
    this.writeBack = new WriteBack(dataSource);
  }

  get waiting(): number {
    return sizeOf(this.queue);
  }

  get running(): number {
    return this.inTransaction;
  }

  async write<T>(job: (manager: EntityManager) => Promise<T>): Promise<T> {
    this.admit();
    const alone = new SharedJob<null, T>({ run: async (manager) => [await job(manager)] });
    const result = alone.add(null);
    this.enqueue(alone);
    return result;
  }

  override together<Item, Outcome>(job: GroupJob<Item, Outcome>): (item: Item) => Promise<Outcome> {
    let shared = new SharedJob(job);
    return async (item) => {
      this.admit();
      const isOpen = this.queue.includes(shared) && shared.size < MOST_TOGETHER;
      if (!isOpen) shared = new SharedJob(job);
      const outcome = shared.add(item);
      if (!isOpen) this.enqueue(shared);
      return outcome;
    };
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.working;
    this.writeBack.cancel();
  }

  /** @throws Unavailable when there is no room for one more */
  private admit(): void {
    if (this.closed) {
      this.observer.refused('closing', 1);
      throw new Unavailable('The server is shutting down. Try again shortly.', 5);
    }
    if (this.waiting >= MOST_WAITING) {
      this.observer.refused('crowded', 1);
      throw new Unavailable('Too many changes are waiting. Try again in a few seconds.', 2);
    }
  }

  private enqueue(job: Job): void {
    this.queue.push(job);
    this.working ??= this.work();
  }

  private async work(): Promise<void> {
    for (let job = this.queue.shift(); job !== undefined; job = this.queue.shift()) {
      this.inTransaction = job.size;
      if (!(await this.commitAtOnce(job))) {
        this.queue.unshift(job);
        await this.commitNext();
      }
      this.writeBack.add(this.inTransaction);
      this.inTransaction = 0;
    }
    this.working = null;
    this.writeBack.plan(() => {
      this.working ??= this.workAfterWriteBack();
    });
  }

  private async workAfterWriteBack(): Promise<void> {
    await this.writeBack.run();
    await this.work();
  }

  /** @returns whether the job is done, be it that it has failed */
  private async commitAtOnce(job: Job): Promise<boolean> {
    try {
      const begun = performance.now();
      const foreseen = await job.foresee(this.dataSource.manager);
      if (foreseen === null) return false;
      const worked = performance.now();
      await this.patiently(foreseen);
      this.observer.committed(job.size, worked - begun, performance.now() - worked);
      setImmediate(foreseen.result);
      return true;
    } catch (error) {
      if (!isStorageFault(error)) return false;
      this.failAll([job, ...(isBusy(error) ? this.queue.splice(0) : [])], error);
      return true;
    }
  }

  private async commitNext(): Promise<void> {
    try {
      await this.begin();
    } catch (error) {
      this.failAll(this.queue.splice(0), error);
      return;
    }
    const jobs = this.takeNext();
    this.inTransaction = sizeOf(jobs);
    await this.commitTogether(jobs);
  }

  private takeNext(): Job[] {
    let size = 0;
    const crowd = this.queue.findIndex((job) => (size += job.size) > MOST_TOGETHER);
    return this.queue.splice(0, crowd === -1 ? this.queue.length : crowd);
  }

  private async begin(): Promise<void> {
    await this.patiently({ sql: 'BEGIN IMMEDIATE', parameters: [] });
  }

  /** Waits a while for somebody who holds the write lock. */
  private async patiently({ sql, parameters }: Omit<Foreseen<unknown>, 'result'>): Promise<void> {
    const deadline = performance.now() + LOCK_PATIENCE_MS;
    for (;;) {
      try {
        await this.dataSource.query(sql, parameters);
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error;
        await delay(LOCK_PAUSE_MS);
      }
    }
  }

  private async commitTogether(jobs: Job[]): Promise<void> {
    try {
      const begun = performance.now();
      const answer = await this.run(jobs);
      const worked = performance.now();
      await this.dataSource.query('COMMIT');
      this.observer.committed(sizeOf(jobs), worked - begun, performance.now() - worked);
      setImmediate(answer);
    } catch (error) {
      await this.abandon();
      this.failAll(jobs, error);
    }
  }

  /**
   * A job that has the transaction to itself needs no savepoint: when it fails, there is nothing else to be kept.
   * @throws when the transaction as a whole is lost
   */
  private async run(jobs: Job[]): Promise<Answer> {
    const [job] = jobs;
    if (job === undefined || jobs.length > 1) return this.runOneByOne(jobs);
    try {
      return await job.run(this.dataSource.manager);
    } catch (error) {
      if (isStorageFault(error)) throw error;
      await this.abandon();
      await this.begin();
      return this.failAlone(job, error);
    }
  }

  /** @throws when the transaction as a whole is lost */
  private async runInSavepoint(job: Job): Promise<Answer> {
    await this.dataSource.query('SAVEPOINT job');
    try {
      const answer = await job.run(this.dataSource.manager);
      await this.dataSource.query('RELEASE job');
      return answer;
    } catch (error) {
      if (isStorageFault(error)) throw error;
      await this.dataSource.query('ROLLBACK TO job');
      await this.dataSource.query('RELEASE job');
      return this.failAlone(job, error);
    }
  }

  /** Only who made the job fail is to hear of it. */
  private async failAlone(job: Job, error: unknown): Promise<Answer> {
    return job.size === 1 ? () => job.fail(error) : this.runOneByOne(job.split());
  }

  private async runOneByOne(jobs: Job[]): Promise<Answer> {
    const answers: Answer[] = [];
    for (const job of jobs) answers.push(await this.runInSavepoint(job));
    return () => {
      for (const answer of answers) answer();
    };
  }

  private async abandon(): Promise<void> {
    try {
      await this.dataSource.query('ROLLBACK');
    } catch {
      // SQLite has rolled back by itself: there is no transaction left to end.
    }
  }

  private failAll(jobs: Job[], cause: unknown): void {
    this.observer.refused('unavailable', sizeOf(jobs));
    const error = new Unavailable('The database cannot be written now. Try again shortly.', 5, {
      cause,
    });
    for (const job of jobs) job.fail(error);
  }
}

function sizeOf(jobs: readonly Job[]): number {
  return jobs.reduce((sum, { size }) => sum + size, 0);
}
