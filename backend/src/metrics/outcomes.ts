import { HttpException, Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { Unavailable } from '../core/errors.js';

/** What becomes of work that does not succeed. */
const FAILURES = ['refused', 'unavailable', 'broken'] as const;

/** Counts what became of something that visitors ask for. */
class OutcomeCounter<Outcome extends string> {
  private readonly counter: Counter<'outcome'>;

  /** @param outcomes each is there from the start, or nobody would see the first of it come */
  constructor(registry: Registry, name: string, help: string, outcomes: readonly string[]) {
    this.counter = new Counter({ name, help, labelNames: ['outcome'], registers: [registry] });
    for (const outcome of outcomes) this.counter.inc({ outcome }, 0);
  }

  add(outcome: Outcome): void {
    this.counter.inc({ outcome });
  }

  /** Counts what `work` comes to, or that it was `refused`, or failed because the database was `unavailable`, or was `broken`. */
  async count<T>(work: Promise<T>, outcomeOf: (result: T) => Outcome): Promise<T> {
    try {
      const result = await work;
      this.add(outcomeOf(result));
      return result;
    } catch (error) {
      this.counter.inc({ outcome: failureOf(error) });
      throw error;
    }
  }
}

function failureOf(error: unknown): (typeof FAILURES)[number] {
  if (error instanceof Unavailable) return 'unavailable';
  return error instanceof HttpException ? 'refused' : 'broken';
}

/** What became of referrals, of attempts to sign in, and of questions about the chain. */
@Injectable()
export class Outcomes {
  readonly referrals: OutcomeCounter<'claimed' | 'proven' | 'unchanged'>;
  readonly signIns: OutcomeCounter<'opened'>;
  /** Where the answers came from, or that there was none: `fault`. */
  readonly rpc: OutcomeCounter<'cache' | 'node' | 'fault'>;

  constructor(registry: Registry) {
    this.referrals = new OutcomeCounter(
      registry,
      'pyramidion_referrals_total',
      'Referrals that were posted or signed',
      ['claimed', 'proven', 'unchanged', ...FAILURES],
    );
    this.signIns = new OutcomeCounter(
      registry,
      'pyramidion_sign_ins_total',
      'Attempts to sign in',
      ['opened', ...FAILURES],
    );
    this.rpc = new OutcomeCounter(
      registry,
      'pyramidion_rpc_total',
      'Questions to the Solana node',
      ['cache', 'node', 'fault'],
    );
  }
}
