import { expect, test } from '@jest/globals';
import { fillDisk } from './full-disk.js';
import { KEPT } from './outcome.js';

test('on a full disk writes are 503, reads 200, ready 503, live 200; with room again all is well without a restart', async () => {
  const outcome = await fillDisk({ fills: 1, seed: 1 });
  expect(outcome).toMatchObject({ harmed: 1, ...KEPT });
}, 120_000);
