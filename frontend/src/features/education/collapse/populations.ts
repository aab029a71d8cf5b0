/** People whom a scheme can run out of. */
interface Population {
  readonly name: string;
  readonly people: number;
  /** Who counted them, and when. */
  readonly source: string;
}

/** Everyone alive: nobody is recruited from anywhere else. */
export const HUMANITY: Population = {
  name: 'Everyone alive',
  people: 8_200_000_000,
  source: 'United Nations, World Population Prospects 2024',
};

/** From the fewest to the most. */
export const POPULATIONS: readonly Population[] = [
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
