import { expect, test } from '@jest/globals';
import { openDamagedFiles } from './damaged-files.js';
import { KEPT } from './outcome.js';

test('a broken, cut, foreign or newer file is refused in a line that says what to do, and left as it is', async () => {
  expect(await openDamagedFiles({ kills: 8, seed: 1 })).toMatchObject({ harmed: 8, ...KEPT });
}, 120_000);
