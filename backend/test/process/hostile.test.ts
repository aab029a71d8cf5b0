import { expect, test } from '@jest/globals';
import { randomInt } from 'node:crypto';
import { startBuiltServer } from '../support/built-server.js';
import { hostileRequests, type HostileRequest } from '../support/faults/hostile-requests.js';
import { sendHostile } from '../support/faults/send-hostile.js';
import { withDatabaseUrl, withFolder } from '../support/temporary-database.js';

/** Number of generated requests to each route. */
const REQUESTS = 10;

const TIMEOUT_MS = 240_000;

const get = (path: string): HostileRequest => ({ method: 'GET', path, headers: {}, body: '' });

/** Requests that used to block the event loop. */
const KNOWN = [
  get(`/log/tile/0/${'x999/'.repeat(102)}999`),
  get(`/log/tile/entries/${'x999/'.repeat(380)}999`),
  get(`${'/'.repeat(1_990)}x`),
  get(`${'/'.repeat(14_000)}x`),
];

test(
  'requests with hostile values in path, query, headers or body get no 5xx and do not block the event loop',
  async () => {
    await withDatabaseUrl((databaseUrl) =>
      withFolder(async (folder) => {
        const seed = randomInt(2 ** 31);
        const server = await startBuiltServer(folder, {
          DATABASE_URL: databaseUrl,
          SESSION_SECRET: 'a secret that PostgreSQL needs, of 32 characters',
          TRUST_PROXY: '1',
          SOLANA_RPC_URL: 'http://127.0.0.1:2',
        });
        try {
          const requests = await hostileRequests(server.url, REQUESTS, seed);
          const faults = await sendHostile(server, [...KNOWN, ...requests]);
          expect({ seed, faults }).toEqual({ seed, faults: [] });
          expect((await fetch(`${server.url}/api/health/live`)).status).toBe(200);
        } finally {
          await server.stop('SIGKILL');
        }
      }),
    );
  },
  TIMEOUT_MS,
);
