import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { TypeORMError } from 'typeorm';
import { batchLoader } from '../batch-loader.js';
import { Unavailable } from '../../core/errors.js';
import { isFault, isLostRace, isOutage } from '../faults.js';
import type { GroupJob } from '../writer.js';
import { Writer } from '../writer.js';
import type { Compaction } from './compaction.js';

/** Jobs that may wait for a connection; more are refused at once. */
const MOST_WAITING = 1_000;

/** How long an item may wait for its group, in milliseconds; about as long as a job may wait for a connection. */
const GROUP_PATIENCE_MS = 5_000;

/** How often a job is tried when others are quicker. */
const MOST_ATTEMPTS = 6;

/** Before the next attempt a job waits up to this time, in milliseconds, by chance. */
const LONGEST_PAUSE_MS = 50;

/** What does a job, in a transaction. */
type Work<T> = (manager: EntityManager) => Promise<T>;

/** An item, and since when it waits for its group. */
interface Waiting<Item> {
  readonly item: Item;
  readonly since: number;
}

/**
 * Writes on several connections at once, one transaction a job. Where jobs must not decide at the same time, locks in
 * the database keep them apart, this process's and any other's. Of items that are cheaper done together, those that come
 * while others are being done are the next group, which has one transaction and waits for those locks once.
 */
export class ConcurrentWriter extends Writer {
  private readonly accepted = new Set<Promise<unknown>>();
  private inTransaction = 0;
  private closed = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly compaction: Compaction,
  ) {
    super();
  }

  get waiting(): number {
    return this.accepted.size - this.inTransaction;
  }

  get running(): number {
    return this.inTransaction;
  }

  async write<T>(job: Work<T>): Promise<T> {
    return this.accept(() => this.doAlone(job));
  }

  together<Item, Outcome>(job: GroupJob<Item, Outcome>): (item: Item) => Promise<Outcome> {
    const join = batchLoader((group: readonly Waiting<Item>[]) => this.doGroup(job, group));
    return (item) =>
      this.accept(async () => {
        const settle = await join({ item, since: performance.now() });
        return settle();
      });
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.allSettled(this.accepted);
    await this.compaction.close();
  }

  private async accept<T>(start: () => Promise<T>): Promise<T> {
    if (this.closed) {
      this.observer.refused('closing', 1);
      throw new Unavailable('The server is shutting down. Try again shortly.', 5);
    }
    if (this.waiting >= MOST_WAITING) {
      this.observer.refused('crowded', 1);
      throw new Unavailable('Too many changes are waiting. Try again in a few seconds.', 2);
    }
    const work = start();
    this.accepted.add(work);
    try {
      return await work;
    } finally {
      this.accepted.delete(work);
    }
  }

  private async doAlone<T>(job: Work<T>): Promise<T> {
    try {
      return await this.tryRepeatedly(job, 1);
    } catch (error) {
      throw this.refusalOf(error, 1);
    }
  }

  /** How each of a group comes by its outcome; when one of them makes the group fail, each is done alone. */
  private async doGroup<Item, Outcome>(
    job: GroupJob<Item, Outcome>,
    group: readonly Waiting<Item>[],
  ): Promise<(() => Outcome | Promise<Outcome>)[]> {
    const items = group.map(({ item }) => item);
    try {
      refuseLate(group);
      const outcomes = await this.tryRepeatedly((manager) => job.run(manager, items), items.length);
      return outcomes.map((outcome) => () => outcome);
    } catch (error) {
      if (items.length > 1 && isOfOne(error)) {
        return items.map((item) => () => this.doAlone((manager) => doOne(job, manager, item)));
      }
      const refusal = this.refusalOf(error, items.length);
      return items.map(() => () => {
        throw refusal;
      });
    }
  }

  private async tryRepeatedly<T>(job: Work<T>, size: number): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const result = await this.tryOnce(job, size);
        this.compaction.soon();
        return result;
      } catch (error) {
        const lost = error instanceof TypeORMError && isLostRace(error);
        if (!lost || attempt === MOST_ATTEMPTS) throw error;
        await delay(Math.random() * LONGEST_PAUSE_MS);
      }
    }
  }

  private async tryOnce<T>(job: Work<T>, size: number): Promise<T> {
    const runner = await this.begin();
    this.inTransaction += size;
    try {
      const begun = performance.now();
      const result = await job(runner.manager);
      const worked = performance.now();
      await runner.commitTransaction();
      this.observer.committed(size, worked - begun, performance.now() - worked);
      return result;
    } catch (error) {
      await abandon(runner);
      throw error;
    } finally {
      this.inTransaction -= size;
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

  private refusalOf(error: unknown, size: number): unknown {
    const isOfServer = error instanceof TypeORMError && (isLostRace(error) || isFault(error));
    const refusal = isOfServer ? unavailable(error) : error;
    if (refusal instanceof Unavailable) this.observer.refused('unavailable', size);
    return refusal;
  }
}

/** @throws Unavailable when the group had to wait too long */
function refuseLate(group: readonly Waiting<unknown>[]): void {
  const longest = Math.max(...group.map(({ since }) => performance.now() - since));
  if (longest > GROUP_PATIENCE_MS) throw unavailable('those before took too long');
}

/** Whether a group may have failed because of one of it, so that the others may succeed. */
function isOfOne(error: unknown): boolean {
  const isOfServer = error instanceof TypeORMError && isOutage(error);
  return !isOfServer && !(error instanceof Unavailable);
}

async function doOne<Item, Outcome>(
  job: GroupJob<Item, Outcome>,
  manager: EntityManager,
  item: Item,
): Promise<Outcome> {
  for (const outcome of await job.run(manager, [item])) return outcome;
  throw new Error('A job must have an outcome for each item.');
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
