/** The value below which so large a share of them lies, 0 to 1, rounded; 0 when there is none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Array.from(values).sort((one, other) => one - other);
  const index = Math.min(Math.floor(share * sorted.length), sorted.length - 1);
  return Math.round(sorted[index] ?? 0);
}
