import { expect, test } from '@jest/globals';
import { KEPT } from '../../torture/report.js';
import { killAroundPgBouncer, killAroundPostgres } from '../../torture/scenarios/server-kills.js';

test.each([
  ['', killAroundPostgres],
  [', behind PgBouncer and with synchronous_commit off by ALTER DATABASE', killAroundPgBouncer],
])(
  'acknowledged writes survive when PostgreSQL and the server are killed%s',
  async (_where, kill) => {
    const outcome = await kill({ kills: 20, requests: 0, seed: 1, brief: true });
    expect(outcome).toMatchObject({ harmed: 2, ...KEPT });
    expect(outcome.acknowledged).toBeGreaterThan(2);
  },
  120_000,
);
