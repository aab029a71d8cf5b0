import { expect, test } from '@jest/globals';
import { RateLimited } from '../core/errors.js';
import type { Client } from './client.js';
import { ClientTurns } from './client-turns.js';

const at = (network: string, prefix: string | null = null): Client => ({ network, prefix });

async function orderOf(clients: readonly Client[]): Promise<string[]> {
  const turns = new ClientTurns('costlyReads');
  const order: string[] = [];
  await Promise.all(
    clients.map((client) =>
      turns.run(client, async () => {
        await new Promise(setImmediate);
        order.push(client.network);
      }),
    ),
  );
  return order;
}

function countLoops() {
  const next = () => {
    loops.count += 1;
    pending = setImmediate(next);
  };
  let pending = setImmediate(next);
  const loops = { count: 0, stop: () => clearImmediate(pending) };
  return loops;
}

test('ClientTurns lets two other clients run a job before the second job of a client that has 20', async () => {
  const greedy = Array.from({ length: 20 }, () => at('greedy'));
  const order = await orderOf([...greedy, at('modest'), at('other')]);
  expect(order.slice(0, 4)).toEqual(['greedy', 'modest', 'other', 'greedy']);
  expect(order).toHaveLength(22);
});

test('ClientTurns lets the event loop turn between jobs that never wait', async () => {
  const turns = new ClientTurns('costlyReads');
  const loops = countLoops();
  const loopsAtJobs = await Promise.all(
    ['one', 'two', 'three', 'four'].map((network) =>
      turns.run(at(network), () => Promise.resolve(loops.count)),
    ),
  );
  loops.stop();
  expect(new Set(loopsAtJobs).size).toBe(4);
});

test('ClientTurns runs at most eight jobs of a /48 before the job of another client', async () => {
  const networks = Array.from({ length: 100 }, (_, index) =>
    at(`2001:db8:1:${index}::/64`, '2001:db8:1::/48'),
  );
  const order = await orderOf([...networks, at('modest')]);
  expect(order.indexOf('modest')).toBeLessThanOrEqual(8);
  expect(order).toHaveLength(101);
});

test('ClientTurns rejects jobs of a client that has 20 open jobs, and runs a job after those have ended', async () => {
  const turns = new ClientTurns('costlyReads');
  const run = () => turns.run(at('greedy'), () => Promise.resolve('done'));
  const settled = await Promise.allSettled(Array.from({ length: 25 }, run));
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  expect(settled.at(-1)).toMatchObject({ reason: expect.any(RateLimited) });
  expect(await run()).toBe('done');
});

test('ClientTurns runs one job of a client at a time if the limit is one, even after a failed job', async () => {
  const turns = new ClientTurns('nodeQuota');
  let running = 0;
  const run = () =>
    turns.run(at('client'), async () => {
      running += 1;
      expect(running).toBe(1);
      await new Promise(setImmediate);
      running -= 1;
      throw new Error('failed');
    });
  for (let round = 0; round < 3; round += 1) {
    const settled = await Promise.allSettled([run(), run(), run()]);
    for (const each of settled) expect(each).toMatchObject({ reason: new Error('failed') });
  }
});

test('ClientTurns rests after a job of 10 ms, so a timer of 5 ms fires before the next job', async () => {
  const turns = new ClientTurns('costlyReads');
  let fired = false;
  const render = () => {
    const end = performance.now() + 10;
    while (performance.now() < end);
    const firedBefore = fired;
    setTimeout(() => (fired = true), 5);
    return Promise.resolve(firedBefore);
  };
  const jobs = [1, 2].map(() => turns.run(at('greedy'), render, 20));
  expect(await Promise.all(jobs)).toEqual([false, true]);
});
