import { expect, test } from '@jest/globals';
import { KEPT } from './outcome.js';
import { tearLog } from './torn-log.js';

test('a torn log opens, with what was acknowledged up to some moment, and no total drifts', async () => {
  const outcome = await tearLog({ kills: 16, seed: 1 });
  expect(outcome).toMatchObject({ harmed: 16, ...KEPT });
  expect(outcome.measured).toMatchObject({ 'most that came back': outcome.acknowledged });
}, 60_000);
