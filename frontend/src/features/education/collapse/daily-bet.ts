import { referralLink } from '@backend/shared/referral-link';

export interface DailyBet {
  /** Number of the Daily Collapse; the first is 1. */
  readonly day: number;
  readonly bet: number;
}

const PARAMETER = 'collapse';

export const BET = { min: 1, max: 40 } as const;

/** Day, and encoded bet in base 36: `day47-2b`. */
const DAILY = /^day([1-9]\d{0,4})-([0-9a-z]{1,2})$/;

/** Returns the bet in a query string; null if there is none, or it is impossible. */
export function betIn(query: string): DailyBet | null {
  return betFrom(new URLSearchParams(query).get(PARAMETER) ?? '');
}

/** Parses the value of the query parameter; returns null if it is not a possible bet. */
export function betFrom(text: string): DailyBet | null {
  const [, day, veiled] = DAILY.exec(text) ?? [];
  const bet = veil(Number(day), parseInt(veiled ?? '', 36));
  return BET.min <= bet && bet <= BET.max ? { day: Number(day), bet } : null;
}

/**
 * Returns a link that shows a bet to somebody else.
 * @param origin of the site, without a trailing slash
 */
export function betLink({ day, bet }: DailyBet, origin: string, referrer: string | null): string {
  const page = referrer === null ? `${origin}/?` : `${referralLink(origin, referrer)}&`;
  return `${page}${PARAMETER}=day${day}-${veil(day, bet).toString(36)}`;
}

/**
 * Encodes or decodes a bet. A shared result may say "spot on" beside the link, so a readable bet in the link would
 * reveal the day's answer.
 */
function veil(day: number, bet: number): number {
  return bet ^ (64 + ((day * 37) & 63));
}
