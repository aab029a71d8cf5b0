import { expect, test } from '@jest/globals';
import { NODE_FAULTS } from '../test/node-faults.js';
import { failNode } from './node-faults.js';
import { KEPT } from './outcome.js';

test('whatever the Solana node answers, referrals go on, and the memory is bounded', async () => {
  const outcome = await failNode({ faults: NODE_FAULTS, seed: 1 });
  expect(outcome).toMatchObject({ harmed: NODE_FAULTS.size + 1, ...KEPT });
}, 120_000);
