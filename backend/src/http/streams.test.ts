import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setInterval as realInterval } from 'node:timers';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { fastify, type FastifyInstance } from 'fastify';
import { eventually } from '../../test/support/eventually.js';
import { Streams } from './streams.js';

/** More than what the buffers of both ends hold. */
const TEXTS = 2_000;
const TEXT = 'x'.repeat(65_536);

let server: FastifyInstance;
let url: string;
let asked: ClientRequest[];
/** Of the requests whose answer does not begin before the client has left: those that came, and those that are over. */
let arrived = 0;
let gone = 0;

beforeEach(async () => {
  asked = [];
  server = fastify({ forceCloseConnections: true });
  const streams = new Streams();
  server.get('/', async (incoming, reply) => {
    await streams.send(incoming, reply, texts());
    return reply;
  });
  server.get('/late', async (incoming, reply) => {
    arrived += 1;
    await once(reply.raw, 'close');
    await streams.send(incoming, reply, texts());
    gone += 1;
    return reply;
  });
  url = await server.listen({ port: 0, host: '127.0.0.1' });
});

afterEach(async () => {
  jest.restoreAllMocks();
  for (const each of asked) each.destroy();
  await server.close();
});

async function* texts(): AsyncGenerator<string, void> {
  for (let index = 0; index < TEXTS; index += 1) yield await Promise.resolve(TEXT);
}

/** Asks, and reads nothing of the answer yet. */
async function ask(): Promise<IncomingMessage> {
  const asking = request(url, { agent: false });
  asking.on('error', () => undefined);
  asked.push(asking);
  asking.end();
  const answer = await new Promise<IncomingMessage>((resolve) => asking.once('response', resolve));
  answer.on('error', () => undefined);
  return answer;
}

/** Has what is looked at every 15 s be looked at every 200 ms, from here on. */
function hurry(): void {
  jest
    .spyOn(globalThis, 'setInterval')
    .mockImplementation((look, ms) => realInterval(look, (ms ?? 0) / 75));
}

function openConnections(): Promise<number> {
  return new Promise((resolve) => {
    server.server.getConnections((_error, count) => resolve(count));
  });
}

async function bytesOf(answer: IncomingMessage): Promise<number> {
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
  await new Promise((resolve) => answer.once('close', resolve));
  return bytes;
}

test('who reads at a good pace has all of it, also beside three who do not', async () => {
  await Promise.all([ask(), ask(), ask()]);
  expect(await bytesOf(await ask())).toBe(TEXTS * TEXT.length);
});

test('a client has four at once, and the next when one has ended', async () => {
  const four = await Promise.all([ask(), ask(), ask(), ask()]);
  expect(four.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect((await ask()).statusCode).toBe(429);
  await Promise.all(four.map(bytesOf));
  expect((await ask()).statusCode).toBe(200);
});

test('who leaves before the answer begins holds nothing', async () => {
  const leavers = Array.from({ length: 100 }, () => request(`${url}/late`, { agent: false }));
  for (const leaver of leavers) leaver.on('error', () => undefined).end();
  await eventually(() => Promise.resolve(arrived), 100);
  for (const leaver of leavers) leaver.destroy();
  await eventually(() => Promise.resolve(gone), 100);
  expect((await ask()).statusCode).toBe(200);
});

test('who asks for four on one connection, and leaves before the second begins, holds nothing', async () => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(4));
  await once(socket, 'readable');
  await eventually(async () => (await ask()).statusCode, 429);
  socket.destroy();
  for (const each of asked) each.destroy();
  await eventually(openConnections, 0);
  const four = await Promise.all([ask(), ask(), ask(), ask()]);
  expect(four.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
});

test('who takes a little at a time, without ever standing still, is hung up on, too', async () => {
  hurry();
  const answer = await ask();
  const trickle = realInterval(() => void answer.read(512), 20);
  await eventually(openConnections, 0);
  clearInterval(trickle);
  expect(await bytesOf(answer)).toBeLessThan(TEXTS * TEXT.length);
});

test('who takes next to nothing is hung up on', async () => {
  hurry();
  const answer = await ask();
  await eventually(openConnections, 0);
  expect(await bytesOf(answer)).toBeLessThan(TEXTS * TEXT.length);
});
