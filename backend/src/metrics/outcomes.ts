import { HttpException, Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { DomainError, Unavailable } from '../core/errors.js';

const FAILURES = ['refused', 'unavailable', 'broken'] as const;

/**
 * A counter of things by one label, each of whose values is there from the start: else nobody would see the first of it come.
 */
export function counterOf<Label extends string>(
  registry: Registry,
  label: Label,
  values: readonly string[],
  texts: { readonly name: string; readonly help: string },
): Counter<Label> {
  const counter = new Counter({ ...texts, labelNames: [label], registers: [registry] });
  for (const value of values) counter.labels(value).inc(0);
  return counter;
}

/** Counts what became of something that visitors ask for. */
class Outcomes<Success extends string> {
  private readonly counter: Counter<'outcome'>;

  constructor(registry: Registry, name: string, help: string, outcomes: readonly string[]) {
    this.counter = counterOf(registry, 'outcome', outcomes, { name, help });
  }

  add(outcome: Success): void {
    this.counter.inc({ outcome });
  }

  /** Counts what `work` comes to, or that it was `refused`, or failed because the database was `unavailable`, or was `broken`. */
  async count<T>(work: Promise<T>, outcomeOf: (result: T) => Success): Promise<T> {
    try {
      const result = await work;
      this.add(outcomeOf(result));
      return result;
    } catch (error) {
      this.counter.inc({ outcome: outcomeOfError(error) });
      throw error;
    }
  }
}

function outcomeOfError(error: unknown): (typeof FAILURES)[number] {
  if (error instanceof Unavailable) return 'unavailable';
  return error instanceof DomainError || error instanceof HttpException ? 'refused' : 'broken';
}

/** What became of referrals: `claimed`, `proven`, `unchanged` or not recorded. */
@Injectable()
export class ReferralOutcomes extends Outcomes<'claimed' | 'proven' | 'unchanged'> {
  constructor(registry: Registry) {
    super(registry, 'pyramidion_referrals_total', 'Referrals that were posted or signed', [
      'claimed',
      'proven',
      'unchanged',
      ...FAILURES,
    ]);
  }
}

/** What became of attempts to sign in: `opened`, or no session. */
@Injectable()
export class SignInOutcomes extends Outcomes<'opened'> {
  constructor(registry: Registry) {
    super(registry, 'pyramidion_sign_ins_total', 'Attempts to sign in', ['opened', ...FAILURES]);
  }
}

/** Where the answers to questions about the chain came from: `cache` or `node`, or that there was none: `fault`. */
@Injectable()
export class RpcOutcomes extends Outcomes<'cache' | 'node' | 'fault'> {
  constructor(registry: Registry) {
    super(registry, 'pyramidion_rpc_total', 'Questions to the Solana node', [
      'cache',
      'node',
      'fault',
    ]);
  }
}
