import { describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eachInFolder } from '../support/each-in-folder.js';
import { claim } from '../support/api.js';
import { startBuiltServer } from '../support/built-server.js';
import { eventually } from '../support/eventually.js';
import { whileNothingCanBeWritten } from '../support/shell.js';
import { wallet } from '../support/wallets.js';

let folder: string;

eachInFolder((made) => (folder = made));

async function openAndSend(server: string, text: string): Promise<Socket> {
  const socket = connect(Number(new URL(server).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

async function hasUnwritten(server: string): Promise<boolean> {
  const metrics = await (await fetch(`${server}/metrics`)).text();
  return /^pyramidion_write_waiting [1-9]/m.test(metrics);
}

async function isListening(server: string): Promise<boolean> {
  const socket = connect(Number(new URL(server).port), '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Code with which a server waits for the lock of its database without a limit. */
const NO_DEADLINE = 'data:text/javascript,performance.now=()=>1';

/** A process that preloads this hangs if it makes a backup. */
const HANGING_BACKUP = `data:text/javascript,${encodeURIComponent(
  "if (process.argv[2] === 'backup') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);",
)}`;

describe('a server that is told to stop', () => {
  test('exits with 0 although clients send nothing or never finish a request', async () => {
    const server = await startBuiltServer(folder, {});
    const head =
      'POST /api/referral HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    const sockets = await Promise.all([
      openAndSend(server.url, ''),
      ...Array.from({ length: 10 }, () => openAndSend(server.url, head)),
      ...Array.from({ length: 10 }, () =>
        openAndSend(server.url, `${head}Content-Length: 100\r\n\r\n{`),
      ),
    ]);
    expect(await server.stop('SIGTERM')).toBe(0);
    for (const socket of sockets) socket.destroy();
  });

  test('answers a claim that is still waiting when the port closes', async () => {
    const databaseUrl = `sqlite:${join(folder, 'test.sqlite')}`;
    const server = await startBuiltServer(folder, {
      DATABASE_URL: databaseUrl,
      NODE_OPTIONS: `--import ${NO_DEADLINE}`,
    });
    const { answer, ended } = await whileNothingCanBeWritten(databaseUrl, async () => {
      const waiting = claim(server.url, wallet('top'), wallet('patient'));
      await eventually(() => hasUnwritten(server.url), true);
      const end = server.stop('SIGTERM');
      await eventually(() => isListening(server.url), false);
      return { answer: waiting, ended: end };
    });
    expect((await answer).status).toBe(201);
    expect(await ended).toBe(0);
  });

  test('answers 503 to a request that the client completes after the port has closed', async () => {
    const server = await startBuiltServer(folder, {});
    const paths = ['/', '/api/leaderboard', '/api/docs', '/manifest.webmanifest'];
    const sockets = await Promise.all(
      paths.map((path) => openAndSend(server.url, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n`)),
    );
    const ended = server.stop('SIGTERM');
    await eventually(() => isListening(server.url), false);
    const answers = sockets.map((socket) => {
      socket.write('\r\n');
      return text(socket);
    });
    for (const answer of await Promise.all(answers)) {
      expect(answer).toMatch(/^HTTP\/1\.1 503 /);
      expect(answer).toMatch(/\r\nretry-after: 5\r\n/i);
      expect(answer).toContain('"detail":"The server is shutting down. Try again shortly."');
    }
    expect(await ended).toBe(0);
  });

  test('cancels a backup that runs', async () => {
    const backups = join(folder, 'backups');
    const server = await startBuiltServer(folder, {
      BACKUP_DIR: backups,
      NODE_OPTIONS: `--import ${HANGING_BACKUP}`,
    });
    expect(await server.stop('SIGTERM')).toBe(0);
    expect(server.log()).toMatch(/"stopping"[^]*"backup cancelled"/);
    expect(await readdir(backups)).toEqual([]);
  });

  test.each([
    ['SIGINT', 'SIGINT'],
    ['SIGHUP', 'SIGTERM'],
  ] as const)('exits with 0 after %s and then %s', async (signal, again) => {
    const server = await startBuiltServer(folder, {});
    process.kill(server.pid, signal);
    expect(await server.stop(again)).toBe(0);
  });
});
