export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly unit: '' | 'KB' | 'ms' | '×';
  readonly target: { readonly atLeast: number } | { readonly atMost: number };
}

/** True if a measurement meets its target; false for NaN. */
export function isMet({ value, target }: Measurement): boolean {
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
}

/** Returns the median: of two middle numbers, the larger one. Returns NaN for an empty list. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
