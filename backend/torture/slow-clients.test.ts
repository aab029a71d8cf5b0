import { expect, test } from '@jest/globals';
import { KEPT } from './outcome.js';
import { dawdle } from './slow-clients.js';

test('clients who send or read without end keep nobody from being served', async () => {
  const outcome = await dawdle({ dawdlers: 20, dawdleMs: 12_000, seed: 1 });
  expect(outcome).toMatchObject({ harmed: 60, ...KEPT });
}, 120_000);
