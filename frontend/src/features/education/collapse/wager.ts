export interface Wager {
  readonly each: number;
  /** One in so many of those who are asked says yes. */
  readonly oneIn: number;
  /** Recruits of each level that stands already, from the top. */
  readonly founded: readonly number[];
  readonly bet: number;
  readonly seed: number;
}

const PARAMETER = 'collapse';

export const EACH = { min: 2, max: 12 } as const;
export const BET = { min: 1, max: 40 } as const;
/** How many are asked for one to say yes. */
export const ONE_IN = [100, 50, 20, 10, 5, 2, 1] as const;

/** Each, one in, bet, seed in base 36, and the levels of a pyramid that stood already: `5-10-9-k3x9-7.18.40`. */
const WAGER = /^(\d{1,2})-(\d{1,3})-(\d{1,2})-([0-9a-z]{1,7})(?:-(\d{1,8}(?:\.\d{1,8}){0,49}))?$/;

/** The wager in the query of an address; null where there is none that could have been made. */
export function wagerIn(query: string): Wager | null {
  return wagerFrom(new URLSearchParams(query).get(PARAMETER) ?? '');
}

/** The wager that a text spells; null when nobody could have made it. */
export function wagerFrom(text: string): Wager | null {
  const [, each, oneIn, bet, seed, founded] = WAGER.exec(text) ?? [];
  const wager: Wager = {
    each: Number(each),
    oneIn: Number(oneIn),
    bet: Number(bet),
    seed: parseInt(seed ?? '', 36),
    founded: founded?.split('.').map(Number) ?? [],
  };
  const possible =
    isWithin(EACH, wager.each) &&
    isWithin(BET, wager.bet) &&
    ONE_IN.some((oneIn) => oneIn === wager.oneIn) &&
    wager.founded.every((recruits) => recruits > 0);
  return possible ? wager : null;
}

/** An address with a wager in it in place of any other, for a link that shows the same collapse. */
export function addressOf({ each, oneIn, bet, seed, founded }: Wager, address: string): string {
  const link = new URL(address);
  const stood = founded.length > 0 ? `-${founded.join('.')}` : '';
  link.searchParams.set(PARAMETER, `${each}-${oneIn}-${bet}-${seed.toString(36)}${stood}`);
  return link.href;
}

function isWithin({ min, max }: { readonly min: number; readonly max: number }, value: number) {
  return min <= value && value <= max;
}
