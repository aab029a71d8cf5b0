import { describe, expect, jest, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { openForWriting } from '../../src/database/sqlite/connection.js';
import { Unavailable } from '../../src/core/errors.js';
import { eventually } from '../support/eventually.js';
import { countWallets, join } from '../support/data/joining.js';
import { pagesToWriteBack } from '../support/data/pages-to-write-back.js';
import { withDatabase } from '../support/temporary-database.js';

async function whileLocked(
  path: string,
  work: (unlock: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const operator = await openForWriting(path);
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

describe('the writer of a SQLite file', () => {
  test('waits for a lock that another connection holds briefly, while reads go on', async () => {
    await withDatabase(async (database, path) => {
      await whileLocked(path, async (unlock) => {
        // The writer tries again until a deadline, which never comes.
        const now = jest.spyOn(performance, 'now').mockReturnValue(1);
        const write = database.writer.write(join('patient'));
        for (let reads = 0; reads < 20; reads += 1) expect(await countWallets(database)).toBe(0);
        // The writer looks at the time after each refusal.
        await eventually(() => Promise.resolve(now.mock.calls.length > 10), true);
        await unlock();
        expect(await write).toBe('patient');
        now.mockRestore();
      });
    });
  });

  test('rejects a write while another connection keeps a lock, names 5 s as the retry time, and writes again after the lock is released', async () => {
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

  test('writes the write-ahead log back into the file when idle after 500 writes', async () => {
    await withDatabase(async (database) => {
      const { writer } = database;
      for (const turn of ['first', 'second']) {
        const names = Array.from({ length: 500 }, (_, index) => `${turn} ${index}`);
        const joined = names.map((name) => writer.write(join(name)));
        const whileWriting = await writer.write(() => pagesToWriteBack(database));
        await Promise.all(joined);
        expect(whileWriting).toBeGreaterThan(0);
        await eventually(() => pagesToWriteBack(database), 0);
      }
    });
  });

  test('rejects a group of writes for which the file cannot grow, while reads go on, and writes again when the file can grow', async () => {
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
});
