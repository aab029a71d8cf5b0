import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { fastify, type FastifyInstance } from 'fastify';
import { delayRefusals } from './late-refusals.js';
import { LATE_REFUSALS } from './rate-limits.js';

const ATTACKER = '192.0.2.1';

let server: FastifyInstance;

beforeEach(async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
  server = fastify();
  delayRefusals(server);
  server.get('/refused', (_request, reply) => reply.status(429).send('no'));
  server.get('/allowed', () => 'yes');
  await server.ready();
});

afterEach(async () => {
  jest.useRealTimers();
  await server.close();
});

async function ask(url: string, remoteAddress: string): Promise<number> {
  return (await server.inject({ url, remoteAddress })).statusCode;
}

async function askOften(times: number, remoteAddress: string): Promise<void> {
  for (let asked = 0; asked < times; asked += 1) await ask('/refused', remoteAddress);
}

test('the server delays the next refusal of a client that was refused too often', async () => {
  await askOften(LATE_REFUSALS.prompt, ATTACKER);
  let status: number | null = null;
  const late = ask('/refused', ATTACKER).then((answered) => (status = answered));
  await jest.advanceTimersByTimeAsync(LATE_REFUSALS.delayMs - 1);
  expect(status).toBeNull();
  await jest.advanceTimersByTimeAsync(1);
  await late;
  expect(status).toBe(429);
});

test('the server does not delay an allowed request of a client whose refusals are delayed, or a refusal of another client', async () => {
  await askOften(LATE_REFUSALS.prompt, ATTACKER);
  const late = ask('/refused', ATTACKER);
  expect(await ask('/allowed', ATTACKER)).toBe(200);
  expect(await ask('/refused', '192.0.2.2')).toBe(429);
  await jest.advanceTimersByTimeAsync(LATE_REFUSALS.delayMs);
  await late;
});

test('the server delays no refusal of a request from this machine', async () => {
  await askOften(LATE_REFUSALS.prompt, '127.0.0.1');
  expect(await ask('/refused', '127.0.0.1')).toBe(429);
});

test('the server does not delay a refusal while the maximum number of refusals is delayed', async () => {
  await askOften(LATE_REFUSALS.prompt, ATTACKER);
  const waiting = Array.from({ length: LATE_REFUSALS.atOnce }, () => ask('/refused', ATTACKER));
  await jest.advanceTimersByTimeAsync(0);
  expect(await ask('/refused', ATTACKER)).toBe(429);
  await jest.advanceTimersByTimeAsync(LATE_REFUSALS.delayMs);
  await Promise.all(waiting);
});
