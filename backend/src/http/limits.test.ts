import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { OwnCallCounter, pageBudget } from './limits.js';

const LASTS_MS = 60_000;

let counter: OwnCallCounter;
const call = (key: string) => counter.count(key, 2, LASTS_MS);

beforeEach(() => {
  jest.useFakeTimers();
  counter = new OwnCallCounter();
});

afterEach(() => {
  jest.useRealTimers();
});

test('lets as many in as the limit says, and tells the next when to come back', () => {
  expect(call('a')).toEqual({ isLetIn: true, calls: 1, oldestEndsInMs: LASTS_MS });
  jest.advanceTimersByTime(20_000);
  expect(call('a')).toEqual({ isLetIn: true, calls: 2, oldestEndsInMs: 40_000 });
  expect(call('a')).toEqual({ isLetIn: false, calls: 2, oldestEndsInMs: 40_000 });
});

test('lets one in as soon as the oldest call has ended, not all at once', () => {
  call('a');
  jest.advanceTimersByTime(20_000);
  call('a');
  jest.advanceTimersByTime(40_000);
  expect(call('a').isLetIn).toBe(true);
  expect(call('a').isLetIn).toBe(false);
});

test('a call that is refused does not count', () => {
  for (let calls = 0; calls < 10; calls += 1) call('a');
  jest.advanceTimersByTime(LASTS_MS);
  expect(call('a')).toMatchObject({ isLetIn: true, calls: 1 });
});

test('addresses do not count against each other, also when others are forgotten', () => {
  call('a');
  jest.advanceTimersByTime(40_000);
  call('b');
  call('b');
  jest.advanceTimersByTime(30_000);
  expect(call('a')).toMatchObject({ isLetIn: true, calls: 1 });
  expect(call('b')).toMatchObject({ isLetIn: false, calls: 2 });
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
