import { setTimeout as delay } from 'node:timers/promises';
import { table } from '../src/ops/table.js';

/** Between two turns, in milliseconds: what one leaves to be done, such as a log to write back, is not to weigh on the next. */
const REST_MS = 400;

/** Something that is measured in several rounds, each of which yields a sample. */
export class Benchmark {
  readonly samples: number[] = [];

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

/** A line of what the bench prints: its name, what was measured, against what, the result, its target and whether that is met. */
export type Figure = readonly string[];

/** What one benchmark reaches as a multiple of what another does. */
export function ratio(
  what: string,
  unit: string,
  one: Benchmark,
  other: Benchmark,
  target: Target | null = null,
): Figure {
  const measured = `${format(median(one.samples))} ${unit}`;
  const against = `${other.name} ${format(median(other.samples))} ${unit}`;
  return [what, measured, against, ...judge(medianRatio(one, other), '×', target)];
}

/** A figure that is compared with nothing. */
export function alone(what: string, result: number, unit: string, target: Target): Figure {
  return [what, `${format(result)} ${unit}`, '', ...judge(result, unit, target)];
}

/** The figures as a table for people. */
export function describeFigures(figures: readonly Figure[]): string {
  return table(['', 'measured', 'against', 'result', 'target', ''], figures);
}

/** The result, its target as it is written, and whether it is met. */
function judge(result: number, unit: string, target: Target | null): string[] {
  const figure = `${format(result)} ${unit}`;
  if (target === null) return [figure, '', ''];
  const [sign, limit, isMet] =
    'below' in target
      ? ['<', target.below, result < target.below]
      : ['≥', target.atLeast, result >= target.atLeast];
  return [figure, `${sign} ${limit} ${unit}`, isMet ? 'met' : 'MISSED'];
}

function format(figure: number): string {
  return figure.toLocaleString('en', { maximumSignificantDigits: 3 });
}
