import { expect, test } from '@jest/globals';
import { batchLoader } from './batch-loader.js';

function newReads() {
  const batches: (readonly string[])[] = [];
  const lengths = batchLoader((texts: readonly string[]) => {
    batches.push(texts);
    return Promise.resolve(texts.map(({ length }) => length));
  });
  return { batches, lengthOf: (text: string) => lengths.load(text) };
}

test('a batch loader reads the items of one turn of the event loop together, and equal items once', async () => {
  const { batches, lengthOf } = newReads();
  const lengths = await Promise.all(['one', 'three', 'one'].map(lengthOf));
  expect(lengths).toEqual([3, 5, 3]);
  expect(batches).toEqual([['one', 'three']]);
});

test('a batch loader reads an item again if it is requested while its read runs', async () => {
  const batches: (readonly string[])[] = [];
  let later: Promise<number> | undefined;
  const counts = batchLoader((texts: readonly string[]) => {
    batches.push(texts);
    later ??= counts.load('one');
    return Promise.resolve(texts.map(() => batches.length));
  });
  expect([await counts.load('one'), await later]).toEqual([1, 2]);
  expect(batches).toEqual([['one'], ['one']]);
});

test('a batch loader splits more than 100 items into several reads', async () => {
  const { batches, lengthOf } = newReads();
  await Promise.all(Array.from({ length: 150 }, (_, index) => lengthOf(`item ${index}`)));
  expect(batches.map(({ length }) => length)).toEqual([100, 50]);
});

test('a batch loader rejects all items of a failed read, and reads again afterwards', async () => {
  let fails = true;
  const loader = batchLoader((items: readonly string[]) =>
    fails ? Promise.reject(new Error('no database')) : Promise.resolve(items),
  );
  const outcomes = await Promise.allSettled(['one', 'two'].map((item) => loader.load(item)));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await loader.load('one')).toBe('one');
});

test('a batch loader rejects only the item whose result is an error', async () => {
  const loader = batchLoader((items: readonly string[]) =>
    Promise.resolve(items.map((item) => (item === 'bad' ? new Error(item) : item))),
  );
  const outcomes = await Promise.allSettled(['good', 'bad'].map((item) => loader.load(item)));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
});
