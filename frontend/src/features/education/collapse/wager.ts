import type { Terms } from '@backend/shared/collapse';
import { referralLink } from '@backend/shared/referral-link';

export interface Wager extends Terms {
  readonly bet: number;
}

/** A bet on the Daily Collapse of a day. */
export interface DailyBet {
  readonly day: number;
  readonly bet: number;
}

const PARAMETER = 'collapse';

export const EACH = { min: 2, max: 12 } as const;
export const BET = { min: 1, max: 40 } as const;
/** Choices of how many people must be asked for one yes. */
export const ONE_IN = [100, 50, 20, 10, 5, 2, 1] as const;

/**
 * Recruits per member, people asked for one yes, bet, seed in base 36, and optionally the levels of an existing pyramid:
 * `5-10-9-k3x9-7.18.40`.
 */
const WAGER = /^(\d{1,2})-(\d{1,3})-(\d{1,2})-([0-9a-z]{1,7})(?:-(\d{1,8}(?:\.\d{1,8}){0,49}))?$/;

/** Day, and encoded bet in base 36: `day47-q`. */
const DAILY = /^day([1-9]\d{0,4})-([0-9a-z]{1,2})$/;

/** Returns the wager or daily bet in a query string; null if there is none, or it is impossible. */
export function collapseIn(query: string): Wager | DailyBet | null {
  return collapseFrom(new URLSearchParams(query).get(PARAMETER) ?? '');
}

/** Returns the wager or daily bet in the value of the query parameter; null if it is impossible. */
export function collapseFrom(text: string): Wager | DailyBet | null {
  return dailyBetFrom(text) ?? wagerFrom(text);
}

function dailyBetFrom(text: string): DailyBet | null {
  const [, day, veiled] = DAILY.exec(text) ?? [];
  const bet = veil(Number(day), parseInt(veiled ?? '', 36));
  return isWithin(BET, bet) ? { day: Number(day), bet } : null;
}

function wagerFrom(text: string): Wager | null {
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

/**
 * Returns a link that shows a collapse to somebody else.
 * @param origin of the site, without a trailing slash
 * @param referrer wallet that gets the referral of a visitor who opens the link, or null
 */
export function collapseLink(
  collapse: Wager | DailyBet,
  origin: string,
  referrer: string | null,
): string {
  const page = referrer === null ? `${origin}/?` : `${referralLink(origin, referrer)}&`;
  return `${page}${PARAMETER}=${textOf(collapse)}`;
}

function textOf(collapse: Wager | DailyBet): string {
  if ('day' in collapse) {
    return `day${collapse.day}-${veil(collapse.day, collapse.bet).toString(36)}`;
  }
  const { each, oneIn, bet, seed, founded } = collapse;
  const existing = founded.length > 0 ? `-${founded.join('.')}` : '';
  return `${each}-${oneIn}-${bet}-${seed.toString(36)}${existing}`;
}

/** Encodes or decodes a bet. Next to "off by 1", a readable bet would reveal the answer. */
function veil(day: number, bet: number): number {
  return bet ^ (64 + ((day * 37) & 63));
}

function isWithin({ min, max }: { readonly min: number; readonly max: number }, value: number) {
  return min <= value && value <= max;
}
