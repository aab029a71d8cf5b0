import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { eventually } from '../../test/support/eventually.js';
import { shareConnections } from './connections.js';

const GREEDY = '127.0.0.2';
const MODEST = '127.0.0.3';

let server: Server;
let sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
  server.closeAllConnections();
});

async function start(isBehindProxy: boolean): Promise<void> {
  sockets = [];
  server = createServer((_request, response) => response.end('well'));
  shareConnections(server, isBehindProxy);
  await once(server.listen(0, '127.0.0.1'), 'listening');
}

/** Opens connections, asks on each, and resolves once each is answered or refused. */
async function open(amount: number, localAddress: string): Promise<string[]> {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const { port } = address;
  return Promise.all(
    Array.from({ length: amount }, async () => {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
      return new Promise<string>((resolve) => {
        socket.once('data', (data) => resolve(data.toString().split('\r\n', 1)[0] ?? ''));
        socket.once('close', () => resolve('hung up'));
      });
    }),
  );
}

const answered = (all: readonly string[]): number =>
  all.filter((each) => each === 'HTTP/1.1 200 OK').length;

test('one address has 256 connections, others have theirs, and those that end make room', async () => {
  await start(false);
  expect(answered(await open(300, GREEDY))).toBe(256);
  expect(answered(await open(10, MODEST))).toBe(10);
  for (const socket of sockets) socket.destroy();
  await eventually(async () => answered(await open(1, GREEDY)), 1);
});

test('a proxy has as many as it takes', async () => {
  await start(true);
  expect(answered(await open(300, GREEDY))).toBe(300);
});
