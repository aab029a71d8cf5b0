/** How much is measured: a quick run is for a first look. */
export interface Pace {
  /** How often each contestant takes its turn. */
  readonly rounds: number;
  /** How long a turn lasts that ends by the clock. */
  readonly seconds: number;
  /** How many requests there are in a turn that ends by their number. */
  readonly requests: number;
}

export const THOROUGH: Pace = { rounds: 7, seconds: 2, requests: 5_000 };

export const QUICK: Pace = { rounds: 3, seconds: 1, requests: 500 };
