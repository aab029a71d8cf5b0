import { HttpException } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { Counter } from 'prom-client';
import { Unavailable } from '../database/unavailable.js';

/** What becomes of work that does not succeed. */
export const FAILURES = ['refused', 'unavailable', 'broken'] as const;

/** Counts what became of something that visitors ask for. */
export class Outcomes {
  private readonly counter: Counter<'outcome'>;

  /**
   * @param name of the metric
   * @param help what is counted, in a few words
   * @param outcomes all that there are: each is there from the start, or nobody would see the first of it come
   */
  constructor(registry: Registry, name: string, help: string, outcomes: readonly string[]) {
    this.counter = new Counter({ name, help, labelNames: ['outcome'], registers: [registry] });
    for (const outcome of outcomes) this.counter.inc({ outcome }, 0);
  }

  add(outcome: string): void {
    this.counter.inc({ outcome });
  }

  /** Counts what `work` comes to, or that it was `refused`, or failed because the database was `unavailable`, or was `broken`. */
  async count<T>(work: Promise<T>, outcomeOf: (result: T) => string): Promise<T> {
    try {
      const result = await work;
      this.add(outcomeOf(result));
      return result;
    } catch (error) {
      this.add(outcomeOfError(error));
      throw error;
    }
  }
}

function outcomeOfError(error: unknown): (typeof FAILURES)[number] {
  if (error instanceof Unavailable) return 'unavailable';
  return error instanceof HttpException ? 'refused' : 'broken';
}
