import { expect, test } from '@jest/globals';
import { killDuringMigration } from './migration-kills.js';
import { KEPT } from './outcome.js';

test('SIGKILL during a migration leaves no database or a whole one, and the next start completes it', async () => {
  expect(await killDuringMigration({ kills: 6, seed: 1 })).toMatchObject({ harmed: 6, ...KEPT });
}, 120_000);
