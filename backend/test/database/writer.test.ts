import { describe, expect, test } from '@jest/globals';
import { Unavailable } from '../../src/core/errors.js';
import { countWallets, join, JOIN_BATCH } from '../support/data/joining.js';
import { withDatabase } from '../support/temporary-database.js';

describe('the writer', () => {
  test('runs 300 racing writes, each exactly once', async () => {
    await withDatabase(async (database) => {
      const writes = Array.from({ length: 300 }, (_, index) => database.writer.write(join(index)));
      expect(await Promise.all(writes)).toEqual(Array.from({ length: 300 }, (_, index) => index));
      expect(await countWallets(database)).toBe(300);
    });
  });

  test('a write that fails fails alone: what it did is undone, its neighbours stay', async () => {
    await withDatabase(async (database) => {
      const outcomes = await Promise.allSettled([
        database.writer.write(join('before')),
        database.writer.write(async (manager) => {
          await join('undone')(manager);
          throw new Error('changed my mind');
        }),
        database.writer.write(join('after')),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await countWallets(database)).toBe(2);
    });
  });

  test('a write is acknowledged only when everybody else can read it', async () => {
    await withDatabase(async (database) => {
      for (let written = 1; written <= 50; written += 1) {
        await database.writer.write(join(`written ${written}`));
        expect(await countWallets(database)).toBe(written);
      }
    });
  });

  test('nobody sees a write before it is acknowledged', async () => {
    await withDatabase(async (database) => {
      let seenInside = -1;
      await database.writer.write(async (manager) => {
        await join('secret')(manager);
        seenInside = await countWallets(database);
      });
      expect([seenInside, await countWallets(database)]).toEqual([0, 1]);
    });
  });

  test('refuses more than 1,000 waiting writes at once', async () => {
    await withDatabase(async (database) => {
      const writes = Array.from({ length: 1_100 }, (_, index) =>
        database.writer.write(join(index)),
      );
      const outcomes = await Promise.allSettled(writes);
      const refused = outcomes.filter(({ status }) => status === 'rejected');
      expect(refused.length).toBeGreaterThan(0);
      expect(await countWallets(database)).toBe(1_100 - refused.length);
    });
  });

  test('closing finishes what was accepted and refuses what comes later', async () => {
    await withDatabase(async ({ writer }) => {
      const accepted = Array.from({ length: 20 }, (_, index) => writer.write(join(index)));
      const closing = writer.close();
      await expect(writer.write(join('late'))).rejects.toThrow(Unavailable);
      await closing;
      expect(await Promise.all(accepted)).toHaveLength(20);
    });
  });

  test('does a batch by one statement, and one by one what that leaves out', async () => {
    await withDatabase(async (database) => {
      const letJoin = database.writer.batch(JOIN_BATCH);
      const outcomes = ['first', 'late one', 'second', 'late two'].map(letJoin);
      expect(await Promise.all(outcomes)).toEqual([
        'together: first',
        'alone: late one',
        'together: second',
        'alone: late two',
      ]);
      expect(await countWallets(database)).toBe(4);
    });
  });

  test('does a batch one by one when a rule refuses its statement, and who breaks the rule fails alone', async () => {
    await withDatabase(async (database) => {
      const letJoin = database.writer.batch(JOIN_BATCH);
      expect(await letJoin('first')).toBe('together: first');
      const outcomes = await Promise.allSettled(['second', 'first', 'third'].map(letJoin));
      expect(outcomes).toMatchObject([
        { value: 'alone: second' },
        { status: 'rejected' },
        { value: 'alone: third' },
      ]);
      expect(await countWallets(database)).toBe(3);
    });
  });

  test('finishes the batches that it accepted before it closes', async () => {
    await withDatabase(async ({ writer }) => {
      const letJoin = writer.batch(JOIN_BATCH);
      const settled = Promise.allSettled(['one', 'late two', 'three'].map(letJoin));
      await writer.close();
      expect((await settled).map(({ status }) => status)).toEqual([
        'fulfilled',
        'fulfilled',
        'fulfilled',
      ]);
      await expect(letJoin('four')).rejects.toThrow(Unavailable);
    });
  });
});
