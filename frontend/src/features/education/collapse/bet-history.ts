import { browserStorage } from '@/lib/storage';
import { BET, type DailyBet } from './wager';

/** A bet that was placed, and by how many levels it was off. */
export interface PlacedBet extends DailyBet {
  readonly off: number;
}

const KEY = 'pyramidion.bets';

/** Of each day: the day, the bet, and how far off it was. Anything else in storage is ignored. */
const PLACED = /\b([1-9]\d{0,4}):(\d{1,2}):(\d{1,2})\b/g;

/** How far off the histogram tells apart; its last bar is for all bets further off. */
const BARS = 5;

/** Returns the bets that this browser has placed, at most one a day. */
export function placedBets(): readonly PlacedBet[] {
  const byDay = new Map<number, PlacedBet>();
  for (const [, ...numbers] of (browserStorage.read(KEY) ?? '').matchAll(PLACED)) {
    const [day = 0, bet = 0, off = 0] = numbers.map(Number);
    if (bet >= BET.min && bet <= BET.max && !byDay.has(day)) byDay.set(day, { day, bet, off });
  }
  return [...byDay.values()];
}

/** Keeps a bet in this browser. The first bet of a day stands: it is returned when there is one. */
export function placeBet(placed: PlacedBet): PlacedBet {
  const bets = placedBets();
  const earlier = bets.find(({ day }) => day === placed.day);
  if (earlier) return earlier;
  const text = [...bets, placed].map(({ day, bet, off }) => `${day}:${bet}:${off}`).join(',');
  browserStorage.write(KEY, text);
  return placed;
}

/** The days in a row up to `today` or the day before, the most ever, and how many bets were off by 0, 1, 2, 3, and more. */
export function historyOf(bets: readonly PlacedBet[], today: number) {
  const days = new Set(bets.map(({ day }) => day));
  const endingOn = (day: number): number => {
    let length = 0;
    while (days.has(day - length)) length += 1;
    return length;
  };
  const offs = Array.from(
    { length: BARS },
    (_, bar) => bets.filter(({ off }) => Math.min(off, BARS - 1) === bar).length,
  );
  return {
    streak: endingOn(today) || endingOn(today - 1),
    best: Math.max(0, ...Array.from(days, endingOn)),
    offs,
  };
}
