import { setTimeout as delay } from 'node:timers/promises';
import { table } from '../src/ops/table.js';

/** Pause between turns, in ms, so that the leftovers of one, such as a checkpoint, do not slow the next. */
const REST_MS = 400;

/** A measurement in rounds, one sample per round. */
export class Benchmark {
  readonly samples: number[] = [];

  constructor(
    readonly name: string,
    readonly measure: () => Promise<number>,
  ) {}
}

/**
 * Runs the benchmarks alternately, so that other load on the machine affects all of them alike. The first round warms
 * up and is not counted.
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

/** Returns the median; NaN for no numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** Returns the median of the ratios of two benchmarks, round by round. */
export function medianRatio(one: Benchmark, other: Benchmark): number {
  return median(one.samples.map((sample, round) => sample / (other.samples[round] ?? NaN)));
}

/** The bound of a figure. */
export type Target = { readonly atLeast: number } | { readonly below: number };

/** A line of the bench's table: name, subject, reference, result, target, and whether it is met. */
export type Figure = readonly string[];

/** Returns the ratio of two benchmarks as a figure. */
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

/** Returns a figure without a reference. */
export function alone(what: string, result: number, unit: string, target: Target): Figure {
  return [what, `${format(result)} ${unit}`, '', ...judge(result, unit, target)];
}

/** Formats figures as a table. */
export function describeFigures(figures: readonly Figure[]): string {
  return table(['', 'measured', 'against', 'result', 'target', ''], figures);
}

/** Returns the result, the target as text, and whether it is met. */
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
