import { expect, test } from '@jest/globals';
import { KEPT } from './outcome.js';
import { tearLog } from './torn-log.js';

test('a torn log opens, with what was acknowledged up to some moment, and no total drifts', async () => {
  const outcome = await tearLog({ kills: 8, seed: 1 });
  expect(outcome).toMatchObject({ harmed: 8, ...KEPT });
  expect(outcome.measured).toMatchObject({ 'most that came back': outcome.acknowledged });
}, 120_000);
