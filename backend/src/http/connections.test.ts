import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { fastify } from 'fastify';
import { eventually } from '../../test/support/eventually.js';
import { portOf } from '../../test/support/port-of.js';
import { CONNECTION_LIMITS, limitPipelining, shareConnections } from './connections.js';

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
  // By default, the server would close idle connections after 5 s.
  server = createServer({ keepAliveTimeout: 0 }, (_request, response) => response.end('well'));
  shareConnections(server, isBehindProxy);
  await once(server.listen(0, '127.0.0.1'), 'listening');
}

async function open(amount: number, localAddress: string): Promise<string[]> {
  const port = portOf(server);
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

test('the server limits an IP address to 256 open connections, without affecting another address', async () => {
  await start(false);
  expect(answered(await open(300, GREEDY))).toBe(256);
  expect(answered(await open(10, MODEST))).toBe(10);
  for (const socket of sockets) socket.destroy();
  await eventually(async () => answered(await open(1, GREEDY)), 1);
});

test('the server lets a trusted proxy have more than 256 open connections', async () => {
  await start(true);
  expect(answered(await open(300, GREEDY))).toBe(300);
});

async function startLimitingPipelines(): Promise<number> {
  const app = fastify(CONNECTION_LIMITS);
  limitPipelining(app);
  app.all('/', () => 'well');
  app.post('/early', { onRequest: async (_request, reply) => reply.send('early') }, () => 'late');
  app.get('/slow', async () => once(slow, 'continue').then(() => 'well'));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  ({ server } = app);
  return Number(new URL(url).port);
}

async function answersOf(port: number, requests: string, amount: number): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  sockets = [socket];
  socket.on('error', () => undefined);
  socket.write(requests.repeat(amount));
  let read = '';
  socket.setEncoding('latin1').on('data', (text) => {
    read += String(text);
    if (read.split('200 OK').length > amount) socket.destroy();
  });
  await once(socket, 'close');
  return read.split('200 OK').length - 1;
}

const slow = new EventEmitter();

const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
const POST = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`;

test.each([
  ['GET', GET],
  ['POST', POST],
])(
  'the server answers 4 pipelined %s requests, and closes the connection if 100 are sent',
  async (_method, request) => {
    const port = await startLimitingPipelines();
    expect(await answersOf(port, request, 4)).toBe(4);
    expect(await answersOf(port, request, 100)).toBeLessThan(5);
  },
);

test('the server keeps open a connection whose client waits for each answer', async () => {
  const socket = connect(await startLimitingPipelines(), '127.0.0.1');
  sockets = [socket];
  for (let asked = 0; asked < 50; asked += 1) {
    socket.write(GET);
    expect(String(await once(socket, 'data'))).toContain('200 OK');
  }
});

async function replyTo(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let read = '';
  socket.setEncoding('latin1').on('data', (data) => (read += String(data)));
  socket.on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  return read;
}

const GARBAGE = 'GARBAGE\r\n\r\n';

const SLOW = 'GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n';

const BAD_CHUNK =
  'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n';

test('the server answers 400 to bytes that are no request, and to a malformed body', async () => {
  const port = await startLimitingPipelines();
  expect(await replyTo(port, GARBAGE)).toMatch(/^HTTP\/1\.1 400 /);
  expect(await replyTo(port, BAD_CHUNK)).toMatch(/^HTTP\/1\.1 400 /);
});

test('the server sends no 400 for malformed bytes that follow an unanswered request', async () => {
  const port = await startLimitingPipelines();
  expect(await replyTo(port, SLOW + GARBAGE)).toBe('');
  expect(await replyTo(port, SLOW + BAD_CHUNK)).toBe('');
});

test('the server answers 400 to malformed bytes that follow an answered request', async () => {
  const socket = connect(await startLimitingPipelines(), '127.0.0.1');
  sockets = [socket];
  for (const request of [GET, POST]) {
    socket.write(request);
    expect(String(await once(socket, 'data'))).toContain('200 OK');
  }
  socket.write(GARBAGE);
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 400 /);
});

test('the server sends no second answer if the body is malformed after the first answer', async () => {
  const socket = connect(await startLimitingPipelines(), '127.0.0.1');
  sockets = [socket];
  socket.on('error', () => undefined);
  const [headers = '', chunk = ''] = BAD_CHUNK.replace(' / ', ' /early ').split(/(?<=\r\n\r\n)/);
  socket.write(headers);
  expect(String(await once(socket, 'data'))).toContain('early');
  let read = '';
  socket.on('data', (data) => (read += String(data)));
  socket.write(chunk);
  await once(socket, 'close');
  expect(read).toBe('');
});

test('the server keeps open a connection on which each body follows its answer', async () => {
  const socket = connect(await startLimitingPipelines(), '127.0.0.1');
  sockets = [socket];
  for (let asked = 0; asked < 10; asked += 1) {
    const [headers = '', body = ''] = POST.replace(' / ', ' /early ').split(/(?<=\r\n\r\n)/);
    socket.write(headers);
    expect(String(await once(socket, 'data'))).toContain('early');
    socket.write(body);
  }
});
