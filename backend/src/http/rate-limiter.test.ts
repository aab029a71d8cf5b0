import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { RateLimited } from '../core/errors.js';
import { Settings } from '../settings.js';
import { consume, RateLimiters, type ClientRateLimiter } from './rate-limiter.js';

const CLIENT = { network: '192.0.2.1', prefix: null };
const OTHER = { network: '192.0.2.2', prefix: null };

const network = (index: number) => ({
  network: `2001:db8:0:${index}::/64`,
  prefix: '2001:db8:0::/48',
});

let limiter: ClientRateLimiter;

beforeEach(() => {
  jest.useFakeTimers();
  limiter = new RateLimiters({ rateLimitPool: null }, 'secret', new Settings({})).create(
    'calls',
    2,
    60,
  );
});

afterEach(() => {
  jest.useRealTimers();
});

test('a rate limiter allows requests up to the limit, then denies them until the window ends', async () => {
  expect(await limiter.consume(CLIENT)).toEqual({ allowed: true, remaining: 1, endsInSeconds: 60 });
  jest.advanceTimersByTime(20_000);
  expect(await limiter.consume(CLIENT)).toEqual({ allowed: true, remaining: 0, endsInSeconds: 40 });
  expect(await limiter.consume(CLIENT)).toEqual({
    allowed: false,
    remaining: 0,
    endsInSeconds: 40,
  });
  jest.advanceTimersByTime(40_000);
  expect(await limiter.consume(CLIENT)).toMatchObject({ allowed: true, remaining: 1 });
});

test.each([-86_400_000, 86_400_000])(
  'a rate limiter denies requests until the window ends, although the clock is moved by %d ms',
  async (ms) => {
    await limiter.consume(CLIENT, 2);
    jest.setSystemTime(Date.now() + ms);
    const denied = { allowed: false, remaining: 0, endsInSeconds: 60 };
    expect(await limiter.consume(CLIENT)).toEqual(denied);
    jest.advanceTimersByTime(60_000);
    expect((await limiter.consume(CLIENT)).allowed).toBe(true);
  },
);

test('a limiter that uses the system clock replaces a full window after the clock was set back by more than a minute', async () => {
  const byClock = new RateLimiterMemory({ points: 2, duration: 60 });
  await consume(byClock, 'key', 2);
  jest.setSystemTime(Date.now() - 60_000);
  expect(await consume(byClock, 'key')).toMatchObject({ allowed: false });
  jest.setSystemTime(Date.now() - 86_400_000);
  expect(await consume(byClock, 'key')).toEqual({ allowed: true, remaining: 1, endsInSeconds: 60 });
});

test('a rate limiter does not count denied or refunded requests', async () => {
  expect(await limiter.consume(CLIENT, 3)).toMatchObject({ allowed: false, remaining: 2 });
  await limiter.consume(CLIENT, 2);
  await limiter.refund(CLIENT, 1);
  expect(await limiter.consume(CLIENT)).toMatchObject({ allowed: true, remaining: 0 });
});

test('a request that begins below the limits may exceed those of its network and its /48; the next one is denied and not counted', async () => {
  await limiter.allow(network(0), 'Too many', 100);
  await expect(limiter.allow(network(0), 'Too many', 100)).rejects.toThrow(RateLimited);
  await expect(limiter.allow(network(1), 'Too many', 100)).rejects.toThrow(RateLimited);
  await limiter.refund(network(0), 99);
  await limiter.allow(network(0), 'Too many', 1);
  await limiter.allow(network(1), 'Too many', 1);
});

test('a rate limiter counts each client and each scope separately', async () => {
  await limiter.consume(CLIENT, 2);
  expect((await limiter.consume(OTHER, 2)).allowed).toBe(true);
  expect((await limiter.consume(CLIENT, 2, 'tomorrow ')).allowed).toBe(true);
  expect((await limiter.consume(CLIENT)).allowed).toBe(false);
});

test('a rate limiter does not count a request that exceeds the limit of the network or of its /48', async () => {
  for (let calls = 0; calls < 100; calls += 1) await limiter.consume(network(0));
  for (let index = 1; index < 8; index += 1) {
    expect((await limiter.consume(network(index), 2)).allowed).toBe(true);
  }
  expect((await limiter.consume(network(8))).allowed).toBe(false);
  await limiter.refund(network(7), 2);
  expect(await limiter.consume(network(8), 2)).toMatchObject({ allowed: true, remaining: 0 });
});

test('a rate limiter needs one timer for 100 clients, and none once all windows have ended and are removed', async () => {
  for (let index = 0; index < 100; index += 1) {
    await limiter.consume({ network: `192.0.2.${index}`, prefix: null });
    jest.advanceTimersByTime(100);
  }
  expect(jest.getTimerCount()).toBe(1);
  jest.advanceTimersByTime(70_000);
  expect(jest.getTimerCount()).toBe(0);
});
