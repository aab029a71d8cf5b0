import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pageBudget } from './limits.js';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

test.each([
  [1, 60],
  [3, 180],
])('an address has pages built in a minute, with a factor of %d, %d times', (factor, times) => {
  const mayBuild = pageBudget(factor);
  let built = 0;
  for (let index = 0; index < 800; index += 1) {
    jest.advanceTimersByTime(60);
    if (mayBuild({ ip: '192.0.2.1', socket: new Socket() })) built += 1;
  }
  expect(built).toBe(times);
});

test('of a /48 no more than eight clients’ pages are built in a minute, whatever others leave', () => {
  const mayBuild = pageBudget(1);
  const socket = new Socket();
  let built = 0;
  for (let index = 0; index < 800; index += 1) {
    jest.advanceTimersByTime(60);
    if (mayBuild({ ip: `2001:db8:1:${index.toString(16)}::1`, socket })) built += 1;
  }
  expect(built).toBe(480);
  expect(mayBuild({ ip: '192.0.2.1', socket })).toBe(true);
});
