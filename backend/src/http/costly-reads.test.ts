import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { RateLimited } from '../core/errors.js';
import { Settings } from '../settings.js';
import { CostlyReads } from './costly-reads.js';
import { RateLimiters } from './rate-limiter.js';

const costlyReads = (factor = 1) => {
  const settings = new Settings({ CALLS_FACTOR: String(factor) });
  return new CostlyReads(new RateLimiters({ rateLimitPool: null }, '', settings));
};

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'setTimeout'] });
});

afterEach(() => {
  jest.useRealTimers();
});

const from = (ip: string) => ({ ip, socket: new Socket() });

const read = (costly: CostlyReads, ip: string): Promise<string> =>
  costly.run(
    from(ip),
    () => Promise.resolve('read'),
    () => 1_000,
  );

test.each([
  [1, 3],
  [2, 6],
])(
  'with a CALLS_FACTOR of %d, a client gets %d reads a minute that cost 1,000 ms each',
  async (factor, most) => {
    const costly = costlyReads(factor);
    for (let count = 0; count < most; count += 1) {
      expect(await read(costly, '192.0.2.1')).toBe('read');
    }
    const rejected = read(costly, '192.0.2.1');
    await expect(rejected).rejects.toThrow(RateLimited);
    await expect(rejected).rejects.toMatchObject({ retryAfterSeconds: 60 });
    expect(await read(costly, '192.0.2.2')).toBe('read');
    jest.advanceTimersByTime(60_000);
    expect(await read(costly, '192.0.2.1')).toBe('read');
  },
);

test('the server does not read for a client that has disconnected', async () => {
  const costly = costlyReads();
  const gone = from('192.0.2.1');
  gone.socket.destroy();
  const fail = () => Promise.reject(new Error('was read'));
  await expect(costly.run(gone, fail, () => 1)).rejects.toThrow(RateLimited);
});

const failAfter = (costly: CostlyReads, ip: string, ms: number): Promise<never> =>
  costly.run(
    from(ip),
    () => {
      jest.advanceTimersByTime(ms);
      return Promise.reject(new Error('no rows'));
    },
    () => 1,
  );

test.each([
  ['slow', 5_000, 3],
  ['short', 300, 10],
])('a client gets a limited number of %s reads a minute that fail', async (_what, ms, most) => {
  const costly = costlyReads();
  for (let count = 0; count < most; count += 1) {
    await expect(failAfter(costly, '192.0.2.1', ms)).rejects.toThrow('no rows');
  }
  await expect(read(costly, '192.0.2.1')).rejects.toThrow(RateLimited);
  expect(await read(costly, '192.0.2.2')).toBe('read');
});

test('reads that fail at once cost a client no more than the cheapest read', async () => {
  const costly = costlyReads();
  for (let count = 0; count < 2_999; count += 1) {
    await expect(failAfter(costly, '192.0.2.1', 0)).rejects.toThrow('no rows');
  }
  expect(await read(costly, '192.0.2.1')).toBe('read');
  await expect(read(costly, '192.0.2.1')).rejects.toThrow(RateLimited);
});
