import { expect, test } from '@jest/globals';
import { openDamagedFiles } from './damaged-files.js';
import { KEPT } from './outcome.js';

test('a broken, cut, foreign or newer file is refused in a line that says what to do, and left as it is', async () => {
  expect(await openDamagedFiles({ kills: 16, seed: 1 })).toMatchObject({ harmed: 16, ...KEPT });
}, 120_000);
