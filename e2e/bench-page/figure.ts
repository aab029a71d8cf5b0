/** One thing that was measured, and what it has to be. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: '' | 'KB' | 'ms' | '×';
  readonly target: { readonly atLeast: number } | { readonly atMost: number };
}

/** Whether a figure is what it has to be. What could not be measured is not. */
export function isMet({ value, target }: Figure): boolean {
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
}

/** The middle of some numbers; NaN of none. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
