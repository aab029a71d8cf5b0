import { setTimeout as delay } from 'node:timers/promises';
import { table } from '../src/ops/table.js';

/** Pause after each turn, in which a server may finish its last requests. */
const REST_MS = 400;

export class Benchmark {
  readonly samples: number[] = [];

  constructor(
    readonly name: string,
    readonly measure: () => Promise<number>,
  ) {}
}

/**
 * Runs every benchmark in each round, so that other load on the machine affects all of them alike. The first round is
 * a warm-up and is not counted.
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

/** Returns the median: of two middle numbers, the larger one. Returns NaN for an empty list. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** Divides the result of `one` by that of `other` in each round, and returns the median of these ratios. */
export function medianRatio(one: Benchmark, other: Benchmark): number {
  return median(one.samples.map((sample, round) => sample / (other.samples[round] ?? NaN)));
}

export type Target = { readonly atLeast: number } | { readonly below: number };

export type ResultRow = readonly string[];

export function ratioRow(
  what: string,
  unit: string,
  one: Benchmark,
  other: Benchmark,
  target: Target | null = null,
): ResultRow {
  const measured = `${format(median(one.samples))} ${unit}`;
  const against = `${other.name} ${format(median(other.samples))} ${unit}`;
  return [what, measured, against, ...judge(medianRatio(one, other), '×', target)];
}

export function absoluteRow(what: string, result: number, unit: string, target: Target): ResultRow {
  return [what, `${format(result)} ${unit}`, '', ...judge(result, unit, target)];
}

export function formatRows(rows: readonly ResultRow[]): string {
  return table(['', 'measured', 'against', 'result', 'target', ''], rows);
}

function judge(result: number, unit: string, target: Target | null): string[] {
  const shown = `${format(result)} ${unit}`;
  if (target === null) return [shown, '', ''];
  const [sign, limit, isMet] =
    'below' in target
      ? ['<', target.below, result < target.below]
      : ['≥', target.atLeast, result >= target.atLeast];
  return [shown, `${sign} ${limit} ${unit}`, isMet ? 'met' : 'MISSED'];
}

function format(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 3 });
}
