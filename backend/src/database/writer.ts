import type { EntityManager } from 'typeorm';
import type { SqlValue } from './reader.js';
import type { WriteObserver } from './write-observer.js';
import { NOBODY } from './write-observer.js';

/** A job that does for many at once what each of them asks. */
export interface GroupJob<Item, Outcome> {
  /** Does it, in a transaction: an outcome for each item, in their order. */
  run(manager: EntityManager, items: readonly Item[]): Promise<readonly Outcome[]>;

  /**
   * What `run` would come to when one statement is enough for it; null when not. Nothing is written, and no transaction
   * is open: if the rules of the database refuse the statement, because somebody has written meanwhile or otherwise, it
   * is `run` that decides.
   */
  foresee?(
    manager: EntityManager,
    items: readonly Item[],
  ): Promise<Foreseen<readonly Outcome[]> | null>;
}

/** A result, and the one statement that brings it about. */
export interface Foreseen<Result> {
  readonly result: Result;
  readonly sql: string;
  readonly parameters: SqlValue[];
}

/** The one way to write. */
export abstract class Writer {
  protected observer: WriteObserver = NOBODY;

  /** Jobs that were accepted and wait for their turn. */
  abstract get waiting(): number;

  /** Jobs whose transaction is open. */
  abstract get running(): number;

  /**
   * Runs `job` in a transaction and resolves once it is committed. The job writes through its `manager` only, with
   * statements (insert, update, query): `save` would open a transaction of its own. It may be run more than once, so
   * it changes nothing but the database.
   * @throws Unavailable when the database cannot be written now; else what the job throws
   */
  abstract write<T>(job: (manager: EntityManager) => Promise<T>): Promise<T>;

  /**
   * A way to write items one at a time that are cheaper done together: those that wait at the same time may be handed to
   * one call of `job`. One that makes it fail fails alone: the others are then done one by one.
   */
  abstract together<Item, Outcome>(job: GroupJob<Item, Outcome>): (item: Item) => Promise<Outcome>;

  /** Refuses new jobs and resolves when the accepted ones are done. */
  abstract close(): Promise<void>;

  /** Has `observer` hear of every write from now on. */
  observe(observer: WriteObserver): void {
    this.observer = observer;
  }
}
