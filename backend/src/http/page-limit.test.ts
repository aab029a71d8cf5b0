import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pageLimit } from './page-limit.js';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

test.each([
  [1, 60],
  [3, 180],
])('a CALLS_FACTOR of %d allows an address %d pages a minute', async (factor, times) => {
  const mayRender = pageLimit(factor);
  let rendered = 0;
  for (let index = 0; index < 800; index += 1) {
    jest.advanceTimersByTime(60);
    if (await mayRender({ ip: '192.0.2.1', socket: new Socket() })) rendered += 1;
  }
  expect(rendered).toBe(times);
});

test('a /48 gets eight times the pages of an address, without affecting other networks', async () => {
  const mayRender = pageLimit(1);
  const socket = new Socket();
  let rendered = 0;
  for (let index = 0; index < 800; index += 1) {
    jest.advanceTimersByTime(60);
    if (await mayRender({ ip: `2001:db8:1:${index.toString(16)}::1`, socket })) rendered += 1;
  }
  expect(rendered).toBe(480);
  expect(await mayRender({ ip: '192.0.2.1', socket })).toBe(true);
});
