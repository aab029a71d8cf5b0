import { expect, test } from '@jest/globals';
import { killDuringRestore } from './restore-kills.js';
import { KEPT } from './outcome.js';

test('SIGKILL during a restore leaves the database from before or the backup, and the next one completes it', async () => {
  expect(await killDuringRestore({ kills: 4, seed: 1 })).toMatchObject({ harmed: 4, ...KEPT });
}, 90_000);
