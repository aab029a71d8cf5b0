import { expect, test } from '@jest/globals';
import { anotherJoke, FIRST_JOKE, JOKES } from './jokes';

test('the bot knows five different jokes', () => {
  expect(new Set(JOKES).size).toBe(5);
});

test('any other joke may follow, the same one never does', () => {
  const followers = [0, 0.25, 0.5, 0.75].map((draw) => anotherJoke(FIRST_JOKE, () => draw));
  expect(new Set(followers).size).toBe(4);
  expect(followers).not.toContain(FIRST_JOKE);
});
