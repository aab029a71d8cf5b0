import { expect, test } from '@jest/globals';
import { KEPT } from './outcome.js';
import { stopUnderLoad } from './stop-under-load.js';

test('SIGTERM under load: what was accepted is answered and kept, the rest refused in words, and it ends with 0', async () => {
  const outcome = await stopUnderLoad({ stops: 1, seed: 1 });
  expect(outcome).toMatchObject({ harmed: 1, ...KEPT });
  expect(outcome.acknowledged).toBeGreaterThan(0);
  expect(outcome.measured['refused in words']).toBeGreaterThan(0);
}, 120_000);
