import { afterEach, expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { BetHistory } from './bet-history-list';
import { historyOf, placeBet, placedBets } from './bet-history';

afterEach(() => localStorage.clear());

function played(...days: number[]) {
  return days.map((day) => ({ day, bet: 9, off: 0 }));
}

test('the first bet of a day counts, and a second one is ignored', () => {
  expect(placeBet({ day: 47, bet: 9, off: 1 })).toEqual({ day: 47, bet: 9, off: 1 });
  expect(placeBet({ day: 47, bet: 10, off: 0 })).toEqual({ day: 47, bet: 9, off: 1 });
  expect(placedBets()).toEqual([{ day: 47, bet: 9, off: 1 }]);
});

test('invalid bets and second bets of a day in storage are ignored', () => {
  localStorage.setItem('pyramidion.bets', '{"a":1}, 47:9:1, x:2:3, 48:99:1, 49::, 0:1:1, 47:12:2');
  expect(placedBets()).toEqual([{ day: 47, bet: 9, off: 1 }]);
});

test('the current streak counts days in a row up to today or yesterday, but no future days', () => {
  expect(historyOf(played(44, 46, 47), 47)).toMatchObject({ streak: 2, best: 2 });
  expect(historyOf(played(40, 41, 42, 46), 47)).toMatchObject({ streak: 1, best: 3 });
  expect(historyOf(played(45), 47)).toMatchObject({ streak: 0, best: 1 });
  expect(historyOf(played(47, 9000), 47)).toMatchObject({ streak: 1 });
});

test('bets on future days, placed while the clock was wrong, do not count', () => {
  expect(historyOf(played(47, 9000, 9001, 9002), 47)).toEqual(historyOf(played(47), 47));
});

test('all bars are empty if the only bet is on a future day', () => {
  localStorage.setItem('pyramidion.bets', '48:9:0');
  const { container } = render(<BetHistory today={47} />);
  const bars = [...container.querySelectorAll<HTMLElement>('[style]')];
  expect(bars.map(({ style }) => style.width)).toEqual(Array(5).fill('0%'));
});

test('the histogram counts bets by their error, with one bar for 4 or more levels', () => {
  const offs = [0, 1, 1, 4, 30].map((off, index) => ({ day: index + 1, bet: 9, off }));
  expect(historyOf(offs, 5).offs).toEqual([1, 2, 0, 0, 2]);
});
