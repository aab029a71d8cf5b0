/**
 * A whole number from 0 up to a count, other than the current one; any of them when there is none.
 * @param random gives a number from 0 up to 1
 */
export function randomExcept(
  count: number,
  current?: number,
  random: () => number = Math.random,
): number {
  if (current === undefined) return Math.floor(random() * count);
  const drawn = Math.floor(random() * (count - 1));
  return drawn < current ? drawn : drawn + 1;
}
