import { expect, test } from '@jest/globals';
import { ticksUpTo } from './ticks';

test.each([
  [0, [1, 0]],
  [1, [1, 0]],
  [3, [3, 2, 1, 0]],
  [7, [8, 6, 4, 2, 0]],
  [42, [50, 40, 30, 20, 10, 0]],
  [1_001, [1_500, 1_000, 500, 0]],
  [123_456, [150_000, 100_000, 50_000, 0]],
])('an axis of values up to %i has the ticks %j', (max, ticks) => {
  expect(ticksUpTo(max)).toEqual(ticks);
});
