import { describe, expect, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { Database } from '../src/database/database.js';
import { SCHEMA } from '../src/database/sqlite/schema.js';
import { openForWriting } from '../src/database/sqlite/connection.js';
import { Unavailable } from '../src/database/unavailable.js';
import { withDatabase } from './temporary-database.js';
import { wallet } from './wallets.js';

const NOW = '2026-11-21T12:00:00.000Z';

const join = (name: string | number) => async (manager: EntityManager) => {
  await manager.query('INSERT INTO wallet (address, joined_at) VALUES (?, ?)', [wallet(name), NOW]);
  return name;
};

async function countWallets({ reader }: Database): Promise<number> {
  const [row] = await reader.select(z.object({ n: z.int() }), 'SELECT count(*) AS n FROM wallet');
  return row?.n ?? -1;
}

/** Holds the write lock, as an operator's shell does with an open transaction, while `work` runs. */
async function whileLocked(
  path: string,
  work: (unlock: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const operator = await openForWriting(path, SCHEMA);
  await operator.query('BEGIN IMMEDIATE');
  let locked = true;
  const unlock = async (): Promise<void> => {
    if (locked) await operator.query('ROLLBACK');
    locked = false;
  };
  await work(unlock);
  await unlock();
  await operator.destroy();
}

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

  test('waits for an operator who holds the lock for a moment, and reads go on', async () => {
    await withDatabase(async (database, path) => {
      await whileLocked(path, async (unlock) => {
        const write = database.writer.write(join('patient'));
        expect(await countWallets(database)).toBe(0);
        setTimeout(() => void unlock(), 500);
        expect(await write).toBe('patient');
      });
    });
  });

  test('gives up on a lock that stays, says when to try again, and works afterwards', async () => {
    await withDatabase(async (database, path) => {
      await whileLocked(path, async () => {
        const refused = await database.writer
          .write(join('impatient'))
          .catch((error: unknown) => error);
        expect(refused).toBeInstanceOf(Unavailable);
        expect(refused).toMatchObject({ retryAfterSeconds: 5 });
      });
      expect(await database.writer.write(join('later'))).toBe('later');
      expect(await countWallets(database)).toBe(1);
    });
  });

  test('a full disk fails the writes, not the reads, and they work again when there is room', async () => {
    await withDatabase(async (database) => {
      await database.writer.write(join('first'));
      const limitPages = (pages: number) =>
        database.writer.write((manager) => manager.query(`PRAGMA max_page_count = ${pages}`));
      await limitPages(1);
      const many = async (manager: EntityManager): Promise<void> => {
        for (let index = 0; index < 500; index += 1) await join(`many ${index}`)(manager);
      };
      const outcomes = await Promise.allSettled([
        database.writer.write(join('with it')),
        database.writer.write(many),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      expect(outcomes[1]).toMatchObject({ reason: expect.any(Unavailable) });
      expect(await countWallets(database)).toBe(1);
      await limitPages(1_000_000);
      expect(await database.writer.write(join('second'))).toBe('second');
      expect(await countWallets(database)).toBe(2);
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
});
