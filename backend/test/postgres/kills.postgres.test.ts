import { expect, test } from '@jest/globals';
import { KEPT } from '../../torture/report.js';
import { killAroundPostgres } from '../../torture/scenarios/server-kills.js';

test('what was acknowledged survives SIGKILL of PostgreSQL, under a server that goes on, and of the server', async () => {
  const outcome = await killAroundPostgres({ kills: 20, requests: 0, seed: 1, brief: true });
  expect(outcome).toMatchObject({ harmed: 2, ...KEPT });
  expect(outcome.acknowledged).toBeGreaterThan(2);
}, 120_000);
