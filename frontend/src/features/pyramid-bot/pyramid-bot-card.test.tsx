import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { JOKES, PyramidBotCard } from './pyramid-bot-card';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

function jokesShown(): string[] {
  return JOKES.filter((joke) => screen.queryByText(joke) !== null);
}

test('PyramidBot AI knows five different jokes', () => {
  expect(new Set(JOKES).size).toBe(5);
});

test('PyramidBot AI tells one of its five jokes, and another after 10 seconds', () => {
  render(<PyramidBotCard />);
  const first = jokesShown();
  expect(first).toHaveLength(1);
  act(() => jest.advanceTimersByTime(9_999));
  expect(jokesShown()).toEqual(first);
  act(() => jest.advanceTimersByTime(1));
  expect(jokesShown()).toHaveLength(1);
  expect(jokesShown()).not.toEqual(first);
});

test('PyramidBot AI reports that the visitor has heard all five jokes', () => {
  render(<PyramidBotCard />);
  const heard = new Set(jokesShown());
  while (heard.size < JOKES.length) {
    expect(screen.getByText(/^Five answers/)).toBeInTheDocument();
    act(() => jest.advanceTimersByTime(10_000));
    jokesShown().forEach((joke) => heard.add(joke));
  }
  expect(screen.getByText(/heard all five/)).toBeInTheDocument();
});
