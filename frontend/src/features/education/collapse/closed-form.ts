import { HUMANITY } from '@backend/shared/humanity';
import type { CollapseLevel } from '@backend/shared/collapse';

/** People whom a scheme can run out of, from the fewest to the most, and who counted them. */
export const POPULATIONS = [
  {
    name: 'Everyone in the United States',
    people: 340_100_000,
    source: 'U.S. Census Bureau, July 2024',
  },
  {
    name: 'Everyone with any cryptocurrency',
    people: 659_000_000,
    source: 'Crypto.com, Crypto Market Sizing, end of 2024; an estimate, by an exchange',
  },
  HUMANITY,
];

/**
 * The levels of a scheme in which everybody finds the same number of recruits, up to the first that needs more recruits
 * than there are people.
 * @param each recruits that everybody finds, at least 2
 */
export function levelsUntilBeyond(population: number, each: number): CollapseLevel[] {
  const levels: CollapseLevel[] = [];
  let [joining, total] = [1, 0];
  while (total <= population) {
    joining *= each;
    total += joining;
    levels.push({ level: levels.length + 1, joining, total });
  }
  return levels;
}

/**
 * The part of all recruits, 0 to 1, who have nobody below them once everybody is recruited. They are the last level,
 * which is not full, and those of the level above it for whom nobody was left.
 * @param each recruits that everybody finds, at least 2
 */
export function shareWithNobodyBelow(population: number, each: number): number {
  const levels = levelsUntilBeyond(population, each);
  const full = levels.at(-2) ?? { joining: 1, total: 0 };
  const onLast = population - full.total;
  const withRecruits = Math.ceil(onLast / each);
  return (onLast + full.joining - withRecruits) / population;
}
