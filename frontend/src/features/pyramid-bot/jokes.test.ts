import { expect, test } from '@jest/globals';
import { anotherJoke, JOKES } from './pyramid-bot-card';

test('the bot knows five different jokes', () => {
  expect(new Set(JOKES).size).toBe(5);
});

test('any other joke may follow, the same one never does', () => {
  const followers = [0, 0.25, 0.5, 0.75].map((draw) => anotherJoke(JOKES[0], () => draw));
  expect(new Set(followers).size).toBe(4);
  expect(followers).not.toContain(JOKES[0]);
});

test('any joke may be the first', () => {
  const first = [0, 0.2, 0.4, 0.6, 0.8].map((draw) => anotherJoke(undefined, () => draw));
  expect(first).toEqual([...JOKES]);
});
