import { expect, test } from '@jest/globals';
import { randomInt } from 'node:crypto';
import { sendMalformed, statusOf } from '../support/faults/send-malformed.js';
import { startTestServer } from '../support/test-server.js';

const REQUESTS = 1_500;

test('malformed requests get no 5xx, and the server stays up', async () => {
  const seed = randomInt(2 ** 31);
  const server = await startTestServer({
    TRUST_PROXY: '1',
    SOLANA_RPC_URL: 'http://127.0.0.1:2',
  });
  const { faults, statuses } = await sendMalformed(server.url, REQUESTS, seed);
  expect({ seed, faults }).toEqual({ seed, faults: [] });
  expect(Array.from(statuses.keys())).toEqual(expect.arrayContaining([200, 400, 404, 405, 415]));
  expect((await fetch(`${server.url}/api/health/live`)).status).toBe(200);
  await server.close();
}, 60_000);

test('statusOf returns the highest status of pipelined answers, also after a body', () => {
  const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';
  const failed = 'HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n';
  expect([`${ok}${failed}`, `${failed}${ok}`, ok, ''].map(statusOf)).toEqual([500, 500, 200, 0]);
});
