import { expect, test } from '@jest/globals';
import { killUnderWriters } from './kills.js';
import { KEPT } from './outcome.js';

test('what was acknowledged survives SIGKILL under 8 writers, once, and the totals follow', async () => {
  const outcome = await killUnderWriters({ kills: 2, mostBetween: 100, seed: 1 });
  expect(outcome).toMatchObject({ harmed: 2, ...KEPT });
  expect(outcome.acknowledged).toBeGreaterThan(2);
}, 240_000);
