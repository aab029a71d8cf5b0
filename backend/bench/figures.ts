import { setTimeout as delay } from 'node:timers/promises';
import { table } from '../src/ops/table.js';

/** Between two turns, in milliseconds: what one leaves to be done, such as a log to write back, is not to weigh on the next. */
const REST_MS = 400;

/** Something that is measured in several rounds. */
export class Benchmark {
  /** What was measured, round by round. */
  readonly samples: number[] = [];

  /**
   * @param name as others are compared with it
   * @param measure returns the sample of one round
   */
  constructor(
    readonly name: string,
    readonly measure: () => Promise<number>,
  ) {}
}

/**
 * Measures the benchmarks in turn, round by round, so that whatever else the machine does weighs on all of them alike.
 * A first round is the warm-up and not counted.
 */
export async function measureInTurn(
  rounds: number,
  benchmarks: readonly Benchmark[],
): Promise<void> {
  for (let round = 0; round <= rounds; round += 1) {
    for (const { samples, measure } of benchmarks) {
      const sample = await measure();
      if (round > 0) samples.push(sample);
      await delay(REST_MS);
    }
  }
}

/** The middle of some numbers; NaN of none. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** How many times the other the one is, round by round: the middle of the quotients. */
export function medianRatio(one: Benchmark, other: Benchmark): number {
  return median(one.samples.map((sample, round) => sample / (other.samples[round] ?? NaN)));
}

/** What a figure has to be. */
export type Target = { readonly atLeast: number } | { readonly below: number };

/** A line of what the bench prints. */
export interface Figure {
  readonly what: string;
  /** As it was measured here. */
  readonly measured: string;
  /** What it is compared with, as that was measured here; empty when it stands alone. */
  readonly against: string;
  /** What counts: a ratio, or a figure that stands alone. */
  readonly result: number;
  readonly unit: '×' | 'MB' | 'ms' | 's';
  /** What the result has to be; null when nothing is asked of it. */
  readonly target: Target | null;
}

/** What one benchmark reaches as a multiple of what another does. */
export function ratio(
  what: string,
  unit: string,
  one: Benchmark,
  other: Benchmark,
  target: Target | null = null,
): Figure {
  return {
    what,
    measured: `${format(median(one.samples))} ${unit}`,
    against: `${other.name} ${format(median(other.samples))} ${unit}`,
    result: medianRatio(one, other),
    unit: '×',
    target,
  };
}

/** A figure that is compared with nothing. */
export function alone(what: string, result: number, unit: Figure['unit'], target: Target): Figure {
  return { what, measured: `${format(result)} ${unit}`, against: '', result, unit, target };
}

/** The figures as a table for people. */
export function describeFigures(figures: readonly Figure[]): string {
  return table(
    ['', 'measured', 'against', 'result', 'target', ''],
    figures.map(({ what, measured, against, result, unit, target }) => [
      what,
      measured,
      against,
      `${format(result)} ${unit}`,
      ...(target === null ? ['', ''] : judge(result, unit, target)),
    ]),
  );
}

/** The target as it is written, and whether it is met. */
function judge(result: number, unit: string, target: Target): string[] {
  const [sign, limit, isMet] =
    'below' in target
      ? ['<', target.below, result < target.below]
      : ['≥', target.atLeast, result >= target.atLeast];
  return [`${sign} ${limit} ${unit}`, isMet ? 'met' : 'MISSED'];
}

function format(figure: number): string {
  return figure.toLocaleString('en', { maximumSignificantDigits: 3 });
}
