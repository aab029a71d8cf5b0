import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { Unavailable } from '../../src/core/errors.js';
import { countWallets, join, joinBatch } from '../support/data/joining.js';
import { withDatabase } from '../support/temporary-database.js';
import { wallet } from '../support/wallets.js';

describe('the writer', () => {
  test('runs each of 300 concurrent writes once', async () => {
    await withDatabase(async (database) => {
      const writes = Array.from({ length: 300 }, (_, index) => database.writer.write(join(index)));
      expect(await Promise.all(writes)).toEqual(Array.from({ length: 300 }, (_, index) => index));
      expect(await countWallets(database)).toBe(300);
    });
  });

  test('rolls back only the failed write of a group', async () => {
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

  test('rolls back a failed write, and runs the next one', async () => {
    await withDatabase(async (database) => {
      const failing = database.writer.write(async (manager) => {
        await join('undone')(manager);
        throw new Error('changed my mind');
      });
      await expect(failing).rejects.toThrow('changed my mind');
      expect(await countWallets(database)).toBe(0);
      await database.writer.write(join('next'));
      expect(await countWallets(database)).toBe(1);
    });
  });

  test('acknowledges a write only when other connections can read it', async () => {
    await withDatabase(async (database) => {
      for (let written = 1; written <= 50; written += 1) {
        await database.writer.write(join(`written ${written}`));
        expect(await countWallets(database)).toBe(written);
      }
    });
  });

  test('hides a write until it is acknowledged', async () => {
    await withDatabase(async (database) => {
      let seenInside = -1;
      await database.writer.write(async (manager) => {
        await join('secret')(manager);
        seenInside = await countWallets(database);
      });
      expect([seenInside, await countWallets(database)]).toEqual([0, 1]);
    });
  });

  test('rejects some of 1,100 concurrent writes, and executes the rest', async () => {
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

  test('finishes accepted writes on close, and rejects later ones', async () => {
    await withDatabase(async ({ writer }) => {
      const accepted = Array.from({ length: 20 }, (_, index) => writer.write(join(index)));
      const closing = writer.close();
      await expect(writer.write(join('late'))).rejects.toThrow(Unavailable);
      await closing;
      expect(await Promise.all(accepted)).toHaveLength(20);
    });
  });

  test('writes a batch together, and its postponed items with the next batch', async () => {
    await withDatabase(async (database) => {
      const letJoin = database.writer.batch(joinBatch());
      const names = ['first', 'late one', 'second', 'late two'];
      expect(await Promise.all(names.map(letJoin))).toEqual(names);
      const row = z.object({ address: z.string() });
      const sql = 'SELECT address FROM wallet ORDER BY joined_number';
      expect((await database.reader.select(row, sql)).map(({ address }) => address)).toEqual(
        ['first', 'second', 'late one', 'late two'].map(wallet),
      );
    });
  });

  test('rejects all items of a batch if a statement fails, and writes the next batch', async () => {
    await withDatabase(async (database) => {
      const letJoin = database.writer.batch(joinBatch());
      await letJoin('first');
      const outcomes = await Promise.allSettled(['second', 'first'].map(letJoin));
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      expect(await letJoin('second')).toBe('second');
      expect(await countWallets(database)).toBe(2);
    });
  });

  test('finishes accepted batches on close, and rejects later items', async () => {
    await withDatabase(async ({ writer }) => {
      const letJoin = writer.batch(joinBatch());
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
