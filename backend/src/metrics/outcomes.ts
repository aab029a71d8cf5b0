import { HttpException, Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { Unavailable } from '../core/errors.js';

const FAILURES = ['refused', 'unavailable', 'broken'] as const;

/** Returns a counter. It starts at 0 for every value of the label, so that the first increment is visible. */
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

export class Outcomes<Success extends string> {
  private readonly counter: Counter<'outcome'>;

  constructor(registry: Registry, name: string, help: string, successes: readonly Success[]) {
    this.counter = counterOf(registry, 'outcome', [...successes, ...FAILURES], { name, help });
  }

  add(outcome: Success): void {
    this.counter.inc({ outcome });
  }

  addError(error: unknown): void {
    this.counter.inc({ outcome: outcomeOfError(error) });
  }
}

function outcomeOfError(error: unknown): (typeof FAILURES)[number] {
  if (error instanceof Unavailable) return 'unavailable';
  return error instanceof HttpException ? 'refused' : 'broken';
}

@Injectable()
export class ReferralOutcomes extends Outcomes<'claimed' | 'proven' | 'unchanged'> {
  constructor(registry: Registry) {
    super(
      registry,
      'pyramidion_referrals_total',
      'Requests to claim or prove a referral, by outcome',
      ['claimed', 'proven', 'unchanged'],
    );
  }
}
