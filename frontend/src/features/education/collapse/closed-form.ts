import { HUMANITY } from './humanity';
import type { CollapseLevel } from './collapse';

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
 * Returns the levels of a pyramid in which everybody finds the same number of recruits, up to and including the first
 * level on which the total exceeds the population.
 * @param each recruits per person, at least 2
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
 * Returns the share of recruits, 0 to 1, who have no recruits when the whole population is recruited.
 * @param each recruits per person, at least 2
 */
export function shareWithNobodyBelow(population: number, each: number): number {
  const levels = levelsUntilBeyond(population, each);
  const full = levels.at(-2) ?? { joining: 1, total: 0 };
  const onLast = population - full.total;
  const withRecruits = Math.ceil(onLast / each);
  return (onLast + full.joining - withRecruits) / population;
}
