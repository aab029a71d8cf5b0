import { expect, test } from '@jest/globals';
import { randomExcept } from './random-except';

test('the first number can be any number below the count', () => {
  const first = (count: number, draws: readonly number[]) =>
    draws.map((draw) => randomExcept(count, undefined, () => draw));
  expect(first(5, [0, 0.2, 0.4, 0.6, 0.8])).toEqual([0, 1, 2, 3, 4]);
  expect(first(101, [0, 0.505, 0.999_999])).toEqual([0, 51, 100]);
});

test('the next number can be any other number below the count', () => {
  const followers = [0, 0.25, 0.5, 0.75].map((draw) => randomExcept(5, 0, () => draw));
  expect(followers).toEqual([1, 2, 3, 4]);
  expect(randomExcept(101, 50, () => 0)).toBe(0);
  expect(randomExcept(101, 50, () => 0.999_999)).toBe(100);
  expect(randomExcept(101, 0, () => 0)).toBe(1);
  expect(randomExcept(101, 100, () => 0.999_999)).toBe(99);
});

test('the next number is never the current number', () => {
  for (let current = 0; current <= 100; current += 1) {
    for (let draw = 0; draw < 1; draw += 0.01) {
      expect(randomExcept(101, current, () => draw)).not.toBe(current);
    }
  }
});
