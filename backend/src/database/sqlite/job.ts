import type { EntityManager } from 'typeorm';
import type { Foreseen, GroupJob } from '../writer.js';

/** Hands out results, or errors, to those who wait for them. */
export type Answer = () => void;

/** Something to be written, and those who wait for it. */
export interface Job {
  /** How many wait. */
  readonly size: number;
  run(manager: EntityManager): Promise<Answer>;
  /** The one statement that would do instead of `run`; null when there is none. */
  foresee(manager: EntityManager): Promise<Foreseen<Answer> | null>;
  fail(error: unknown): void;
  /** The same as a job for each who waits. */
  split(): Job[];
}

interface Asker<Item, Outcome> {
  readonly item: Item;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/** A job that several may wait for, each with an item of their own. */
export class SharedJob<Item, Outcome> implements Job {
  constructor(
    private readonly work: GroupJob<Item, Outcome>,
    private readonly askers: Asker<Item, Outcome>[] = [],
  ) {}

  get size(): number {
    return this.askers.length;
  }

  async add(item: Item): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.askers.push({ item, resolve, reject });
    });
  }

  async run(manager: EntityManager): Promise<Answer> {
    return this.answerWith(await this.work.run(manager, this.items));
  }

  async foresee(manager: EntityManager): Promise<Foreseen<Answer> | null> {
    const foreseen = await this.work.foresee?.(manager, this.items);
    return foreseen ? { ...foreseen, result: this.answerWith(foreseen.result) } : null;
  }

  fail(error: unknown): void {
    for (const asker of this.askers) asker.reject(error);
  }

  split(): Job[] {
    return this.askers.map((asker) => new SharedJob(this.work, [asker]));
  }

  private get items(): Item[] {
    return this.askers.map(({ item }) => item);
  }

  private answerWith(outcomes: readonly Outcome[]): Answer {
    if (outcomes.length !== this.size) throw new Error('A job must have an outcome for each item.');
    return () => {
      for (const [index, outcome] of outcomes.entries()) this.askers[index]?.resolve(outcome);
    };
  }
}
