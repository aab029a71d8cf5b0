import { describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { errorCode } from '../src/error-code.js';
import { getStats } from './api.js';
import { startBuiltServer } from './built-server.js';
import { withFolder } from './temporary-database.js';
import { wallet } from './wallets.js';

/** How a request ended: a status with its headers, or the code of a broken connection. */
type Ending =
  { status: number; type: string | undefined; connection: string | undefined } | { code: string };

/** Posts a claim on a connection that is kept for the next one, as browsers and proxies do. */
async function post(
  agent: Agent,
  server: string,
  recruit: string,
  client: number,
): Promise<Ending> {
  return new Promise((resolve) => {
    const body = JSON.stringify({ referrerId: wallet('top'), recruitId: recruit });
    const call = request(`${server}/api/referral`, {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${client % 250}.1` },
    });
    call.on('response', (response) => {
      response.resume().on('end', () => {
        const { 'content-type': type, connection } = response.headers;
        resolve({ status: response.statusCode ?? 0, type, connection });
      });
    });
    call.on('error', (error) => resolve({ code: errorCode(error) ?? 'unknown' }));
    call.end(body);
  });
}

/** Claims on one connection, one after the other, until the server takes no more. */
async function claimUntilRefused(server: string, name: string): Promise<Ending[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const endings: Ending[] = [];
  for (let index = 0; index < 10_000; index += 1) {
    const ending = await post(agent, server, wallet(`${name} ${index}`), index);
    endings.push(ending);
    if ('code' in ending || ending.status === 503) break;
  }
  agent.destroy();
  return endings;
}

async function openAndSend(server: string, text: string): Promise<Socket> {
  const socket = connect(Number(new URL(server).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

describe('a server that is told to stop', () => {
  test('under load, answers what it accepted, refuses the rest in words, and hangs up on nobody', async () => {
    await withFolder(async (folder) => {
      const first = await startBuiltServer(folder, { TRUST_PROXY: '1' });
      const writers = Array.from({ length: 16 }, (_, index) =>
        claimUntilRefused(first.url, `writer ${index}`),
      );
      await openAndSend(first.url, 'GET / HTTP/1.1\r\n');
      await post(new Agent(), first.url, wallet('one that was there before'), 0);
      expect(await first.stop('SIGTERM')).toBe(0);

      const endings = (await Promise.all(writers)).flat();
      const broken = endings.filter((ending) => 'code' in ending && ending.code !== 'ECONNREFUSED');
      expect(broken).toEqual([]);
      const refused = endings.filter((ending) => 'status' in ending && ending.status !== 201);
      expect(refused.length).toBeGreaterThan(0);
      for (const ending of refused) {
        expect(ending).toEqual({
          status: 503,
          type: expect.stringContaining('application/problem+json'),
          connection: 'close',
        });
      }
      const acknowledged = endings.filter((ending) => 'status' in ending && ending.status === 201);

      const second = await startBuiltServer(folder, {});
      const { directRecruits } = await getStats(second.url, wallet('top'));
      expect(directRecruits).toBe(acknowledged.length + 1);
      await second.stop('SIGTERM');
    });
  });

  test('does not wait for clients who never finish', async () => {
    await withFolder(async (folder) => {
      const server = await startBuiltServer(folder, {});
      const head =
        'POST /api/referral HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
      const sockets = await Promise.all([
        ...Array.from({ length: 10 }, () => openAndSend(server.url, head)),
        ...Array.from({ length: 10 }, () =>
          openAndSend(server.url, `${head}Content-Length: 100\r\n\r\n{`),
        ),
      ]);
      expect(await server.stop('SIGTERM')).toBe(0);
      for (const socket of sockets) socket.destroy();
    });
  });

  test.each([
    ['SIGINT', 'SIGINT'],
    ['SIGTERM', 'SIGTERM'],
    ['SIGINT', 'SIGTERM'],
  ] as const)('stops as well on %s, and on %s once more', async (signal, again) => {
    await withFolder(async (folder) => {
      const server = await startBuiltServer(folder, {});
      process.kill(server.pid, signal);
      expect(await server.stop(again)).toBe(0);
    });
  });
});
