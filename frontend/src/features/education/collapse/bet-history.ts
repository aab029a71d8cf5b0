import { browserStorage } from '@/lib/storage';
import { BET, type DailyBet } from './daily-bet';

/** A placed bet, and the number of levels by which it was off. */
export interface PlacedBet extends DailyBet {
  readonly off: number;
}

const KEY = 'pyramidion.bets';

const PLACED = /\b([1-9]\d{0,4}):(\d{1,2}):(\d{1,2})\b/g;

/** Number of bars of the histogram: off by 0, 1, 2, 3, and 4 or more. */
const BARS = 5;

/** Returns the stored bets, at most one a day. */
export function placedBets(): readonly PlacedBet[] {
  const byDay = new Map<number, PlacedBet>();
  for (const [, ...numbers] of (browserStorage.read(KEY) ?? '').matchAll(PLACED)) {
    const [day = 0, bet = 0, off = 0] = numbers.map(Number);
    if (bet >= BET.min && bet <= BET.max && !byDay.has(day)) byDay.set(day, { day, bet, off });
  }
  return [...byDay.values()];
}

/** Stores a bet, unless its day has one already. Returns the day's bet. */
export function placeBet(placed: PlacedBet): PlacedBet {
  const bets = placedBets();
  const earlier = bets.find(({ day }) => day === placed.day);
  if (earlier) return earlier;
  const text = [...bets, placed].map(({ day, bet, off }) => `${day}:${bet}:${off}`).join(',');
  browserStorage.write(KEY, text);
  return placed;
}

/** Returns the current and the longest streak, in days, and the histogram's bars. Ignores bets on future days. */
export function historyOf(placed: readonly PlacedBet[], today: number) {
  const bets = placed.filter(({ day }) => day <= today);
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
