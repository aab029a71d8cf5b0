import { HttpException, Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { DomainError, Unavailable } from '../core/errors.js';

const FAILURES = ['refused', 'unavailable', 'broken'] as const;

/** Creates a counter with one label. Every value of the label starts at 0, so that the first increment is visible. */
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

class Outcomes<Success extends string> {
  private readonly counter: Counter<'outcome'>;

  constructor(registry: Registry, name: string, help: string, outcomes: readonly string[]) {
    this.counter = counterOf(registry, 'outcome', outcomes, { name, help });
  }

  add(outcome: Success): void {
    this.counter.inc({ outcome });
  }

  /** Counts an error as `refused`, `unavailable` or `broken`. */
  addError(error: unknown): void {
    this.counter.inc({ outcome: outcomeOfError(error) });
  }
}

function outcomeOfError(error: unknown): (typeof FAILURES)[number] {
  if (error instanceof Unavailable) return 'unavailable';
  return error instanceof DomainError || error instanceof HttpException ? 'refused' : 'broken';
}

@Injectable()
export class ReferralOutcomes extends Outcomes<'claimed' | 'proven' | 'unchanged'> {
  constructor(registry: Registry) {
    super(
      registry,
      'pyramidion_referrals_total',
      'Requests to claim or prove a referral, by outcome',
      ['claimed', 'proven', 'unchanged', ...FAILURES],
    );
  }
}

@Injectable()
export class SignInOutcomes extends Outcomes<'opened'> {
  constructor(registry: Registry) {
    super(registry, 'pyramidion_sign_ins_total', 'Sign-in attempts', ['opened', ...FAILURES]);
  }
}

/** Sources of RPC answers: `cache`, `node`, or `fault` if there was no answer. */
@Injectable()
export class RpcOutcomes extends Outcomes<'cache' | 'node' | 'fault'> {
  constructor(registry: Registry) {
    super(registry, 'pyramidion_rpc_total', 'Calls to the Solana node', ['cache', 'node', 'fault']);
  }
}
