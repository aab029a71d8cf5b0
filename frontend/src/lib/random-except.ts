/**
 * Returns a random integer from 0 to `count` - 1, but not the current number.
 *
 * @param count at least 2 if there is a current number
 * @param random returns a number in [0, 1)
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
