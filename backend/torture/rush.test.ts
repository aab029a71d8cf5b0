import { expect, test } from '@jest/globals';
import { KEPT } from './outcome.js';
import { rush } from './rush.js';

test('when 50 want the same at once, one referrer has the recruit, and its points once', async () => {
  expect(await rush({ rushes: 1, seed: 1 })).toMatchObject({
    harmed: 1,
    acknowledged: 3,
    ...KEPT,
  });
}, 60_000);
