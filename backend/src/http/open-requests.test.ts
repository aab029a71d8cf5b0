import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setInterval as realInterval } from 'node:timers';
import { afterEach, expect, jest, test } from '@jest/globals';
import { fastify, type FastifyInstance } from 'fastify';
import { collectGarbage } from '../../test/support/collect-garbage.js';
import { eventually } from '../../test/support/eventually.js';
import { limitOpenRequests } from './open-requests.js';

const CHUNKS = 500;
const CHUNK = 'x'.repeat(65_536);
/** More than the socket buffers of both ends hold. */
const BYTES = CHUNKS * CHUNK.length;

let server: FastifyInstance;
let url: string;
let asked: (ClientRequest | Socket)[];
let late: WeakRef<ServerResponse>[];

async function start(speed = 1): Promise<void> {
  asked = [];
  late = [];
  jest
    .spyOn(globalThis, 'setInterval')
    .mockImplementation((look, ms) => realInterval(look, (ms ?? 0) / speed));
  server = fastify({ forceCloseConnections: true, trustProxy: true });
  limitOpenRequests(server);
  server.setErrorHandler((_error, _request, reply) => reply.status(429).send('too many'));
  jest.restoreAllMocks();
  server.get('/', () => 'well');
  server.get('/stream', (_request, reply) => reply.send(Readable.from(chunks())));
  server.get('/text', (_request, reply) => reply.send(CHUNK.repeat(CHUNKS)));
  server.post('/', () => 'well');
  server.get('/late', async ({ raw: { socket } }, reply) => {
    late.push(new WeakRef(reply.raw));
    await once(socket, 'close');
    return 'late';
  });
  url = await server.listen({ port: 0, host: '127.0.0.1' });
}

afterEach(async () => {
  for (const each of asked) each.destroy();
  await server.close();
});

async function* chunks(): AsyncGenerator<string, void> {
  for (let index = 0; index < CHUNKS; index += 1) yield await Promise.resolve(CHUNK);
}

const GREEDY = '192.0.2.1';
const MODEST = '192.0.2.2';

async function ask(path: string, client: string): Promise<IncomingMessage> {
  const asking = request(url + path, { agent: false, headers: { 'x-forwarded-for': client } });
  asking.on('error', () => undefined);
  asked.push(asking);
  asking.end();
  const answer = await new Promise<IncomingMessage>((resolve) => asking.once('response', resolve));
  answer.on('error', () => undefined);
  return answer;
}

const statusOf = async (client: string): Promise<number | undefined> =>
  (await ask('/', client)).resume().statusCode;

function beginBody(client: string): void {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  asked.push(socket);
  socket.on('error', () => undefined);
  socket.write(
    `POST / HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${client}\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\n{`,
  );
}

async function bytesOf(answer: IncomingMessage): Promise<number> {
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
  await new Promise((resolve) => answer.once('close', resolve));
  return bytes;
}

function openConnections(): Promise<number> {
  return new Promise((resolve) => {
    server.server.getConnections((_error, count) => resolve(count));
  });
}

test('the server answers 429 to a client with 100 open requests, without affecting another client', async () => {
  await start();
  for (let index = 0; index < 100; index += 1) beginBody(GREEDY);
  await eventually(() => statusOf(GREEDY), 429);
  expect(await statusOf(MODEST)).toBe(200);
  for (const each of asked) each.destroy();
  await eventually(() => statusOf(GREEDY), 200);
});

test('the server lets a loopback client have more than 100 open requests', async () => {
  await start();
  for (let index = 0; index < 100; index += 1) beginBody('127.0.0.1');
  await eventually(openConnections, 100);
  expect(await statusOf('127.0.0.1')).toBe(200);
});

test.each(['/stream', '/text'])(
  'the server cuts off %s if the client reads nothing',
  async (path) => {
    await start(5_000);
    const answer = await ask(path, GREEDY);
    await eventually(openConnections, 0);
    expect(await bytesOf(answer)).toBeLessThan(BYTES);
  },
);

test.each(['/stream', '/text'])(
  'the server sends all of %s to a client that reads it',
  async (path) => {
    await start();
    expect(await bytesOf(await ask(path, GREEDY))).toBe(BYTES);
  },
);

test('the server stops counting a request whose client disconnects', async () => {
  await start();
  for (let index = 0; index < 99; index += 1) beginBody(GREEDY);
  const answer = await ask('/stream', GREEDY);
  await eventually(() => statusOf(GREEDY), 429);
  answer.destroy();
  await eventually(() => statusOf(GREEDY), 200);
});

test('requests whose client has disconnected do not raise the limit of that client', async () => {
  await start();
  for (let index = 0; index < 10; index += 1) ask('/late', GREEDY).catch(() => undefined);
  await eventually(() => Promise.resolve(late.length), 10);
  for (const each of asked) each.destroy();
  await eventually(openConnections, 0);
  for (let index = 0; index < 100; index += 1) beginBody(GREEDY);
  await eventually(() => statusOf(GREEDY), 429);
});

test('the server keeps no reference to an answer that becomes ready after its client has disconnected', async () => {
  await start();
  ask('/late', GREEDY).catch(() => undefined);
  await eventually(() => Promise.resolve(late.length), 1);
  for (const each of asked) each.destroy();
  asked = [];
  await eventually(() => {
    collectGarbage();
    return Promise.resolve(late[0]?.deref() === undefined);
  }, true);
});
