import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { renderInTurn } from './page-limit.js';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

const from = (ip: string) => ({ ip, socket: new Socket() });
const render = () => Promise.resolve('page');

test.each([
  [1, 60],
  [3, 180],
])('a CALLS_FACTOR of %d allows an address %d pages a minute', async (factor, times) => {
  const inTurn = renderInTurn(factor);
  let rendered = 0;
  for (let index = 0; index < 800; index += 1) {
    jest.advanceTimersByTime(60);
    if ((await inTurn(from('192.0.2.1'), render)) !== null) rendered += 1;
  }
  expect(rendered).toBe(times);
});

test('a /48 gets eight times the pages of an address, without affecting other networks', async () => {
  const inTurn = renderInTurn(1);
  let rendered = 0;
  for (let index = 0; index < 800; index += 1) {
    jest.advanceTimersByTime(60);
    const page = await inTurn(from(`2001:db8:1:${index.toString(16)}::1`), render);
    if (page !== null) rendered += 1;
  }
  expect(rendered).toBe(480);
  jest.advanceTimersByTime(60);
  expect(await inTurn(from('192.0.2.1'), render)).toBe('page');
});

test('rests after each page, and lets a client wait for one page of each attacker', async () => {
  const inTurn = renderInTurn(1);
  const order: string[] = [];
  const ask = (ip: string) =>
    inTurn(from(ip), () => {
      order.push(ip);
      return render();
    });
  const attackers = Array.from({ length: 10 }, (_, index) => `10.0.0.${index}`);
  const attack = attackers.flatMap((ip) => Array.from({ length: 15 }, () => ask(ip)));
  const honest = ask('192.0.2.1');
  await jest.advanceTimersByTimeAsync(200);
  expect(order.indexOf('192.0.2.1')).toBe(10);
  expect(await honest).toBe('page');
  // After a second, the pages that still wait are sent without the link.
  await jest.advanceTimersByTimeAsync(1_000);
  const pages = await Promise.all(attack);
  expect(pages).toContain(null);
  expect(order.length).toBeLessThan(70);
});

test('renders no page while 20 other requests of the client wait', async () => {
  const inTurn = renderInTurn(1);
  const asked = Promise.all(Array.from({ length: 30 }, () => inTurn(from('192.0.2.1'), render)));
  await jest.advanceTimersByTimeAsync(1_000);
  expect((await asked).filter((page) => page === null)).toHaveLength(10);
});
