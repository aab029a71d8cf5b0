import { expect, test } from '@jest/globals';
import { FairQueue } from './fair-queue.js';

function queueOf(counts: Readonly<Record<string, number>>): FairQueue<string> {
  const queue = new FairQueue<string>();
  for (const [client, count] of Object.entries(counts)) {
    for (let number = 1; number <= count; number += 1) queue.add(client, `${client}${number}`);
  }
  return queue;
}

test('a fair queue takes one item of each client in turn, and the items of a client in order', () => {
  const queue = queueOf({ a: 4, b: 1, c: 2 });
  expect(queue.take(2)).toEqual(['a1', 'b1']);
  queue.add('d', 'd1');
  expect(queue.take(10)).toEqual(['c1', 'a2', 'd1', 'c2', 'a3', 'a4']);
  expect([queue.length, queue.take(1)]).toEqual([0, []]);
});

test('a fair queue takes the only item of a client among the first 96 items, though 64 other clients have 30 each', () => {
  const queue = queueOf(Object.fromEntries(Array.from({ length: 64 }, (_, n) => [`c${n}.`, 30])));
  queue.add('modest', 'modest');
  expect([...queue.take(32), ...queue.take(32), ...queue.take(32)]).toContain('modest');
});

test('a fair queue drops the newest item of the client with the most items', () => {
  const queue = queueOf({ a: 3, b: 2, c: 2 });
  expect(['c', 'c', 'c'].map((client) => queue.dropNewest(client))).toEqual(['a3', 'c2', 'a2']);
  expect(queue.length).toBe(4);
  expect(queue.take(10)).toEqual(['a1', 'b1', 'c1', 'b2']);
});

test('a fair queue drops its only item, and returns undefined once it is empty', () => {
  const queue = queueOf({ a: 1 });
  expect([queue.dropNewest('a'), queue.dropNewest('a'), queue.length]).toEqual([
    'a1',
    undefined,
    0,
  ]);
});
