import { expect, test } from '@jest/globals';
import { holdWriteLock } from './operator-lock.js';
import { KEPT } from './outcome.js';

test('an operator who holds the write lock for 3 s stops no read, and nothing that was acknowledged is lost', async () => {
  const outcome = await holdWriteLock({ locks: 1, holdMs: 3_000, seed: 1 });
  expect(outcome).toMatchObject({ harmed: 1, ...KEPT });
}, 120_000);
