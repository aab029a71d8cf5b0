import { expect, test } from '@jest/globals';
import { killDuringBackup } from './backup-kills.js';
import { KEPT } from './outcome.js';

test('SIGKILL during a backup leaves the earlier backup or the new one, and the database as it is', async () => {
  expect(await killDuringBackup({ kills: 4, seed: 1 })).toMatchObject({ harmed: 4, ...KEPT });
}, 90_000);
