import { expect, test } from '@jest/globals';
import { jumpClock } from './clock-jumps.js';
import { KEPT } from './outcome.js';

test('a clock that jumps gives nobody a day twice, and a streak is the days in a row that it ends with', async () => {
  expect(await jumpClock({ jumps: 60, seed: 1 })).toMatchObject({ harmed: 60, ...KEPT });
}, 120_000);
