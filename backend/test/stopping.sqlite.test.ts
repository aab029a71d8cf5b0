import { describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { startBuiltServer } from './built-server.js';
import { withFolder } from './temporary-database.js';

async function openAndSend(server: string, text: string): Promise<Socket> {
  const socket = connect(Number(new URL(server).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

describe('a server that is told to stop', () => {
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
