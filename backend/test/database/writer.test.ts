import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { EntityNotFoundError } from 'typeorm';
import { z } from 'zod';
import { Unavailable } from '../../src/core/errors.js';
import type { Database } from '../../src/database/database.js';
import { openDatabase } from '../../src/open-database.js';
import { Settings } from '../../src/settings.js';
import { Wallet } from '../../src/wallet/wallet.entity.js';
import { countWallets, join, joinBatch } from '../support/data/joining.js';
import { createDatabase, type TemporaryDatabase } from '../support/temporary-database.js';
import { wallet } from '../support/wallets.js';
import { select } from '../../src/database/reader.js';

let place: TemporaryDatabase;
let database: Database;

beforeEach(async () => {
  place = await createDatabase();
  database = await openDatabase(new Settings({ DATABASE_URL: place.url }).database);
});

afterEach(async () => {
  await database.close();
  await place.remove();
});

describe('the writer', () => {
  test('runs each of 300 concurrent writes once', async () => {
    const writes = Array.from({ length: 300 }, (_, index) => database.writer.write(join(index)));
    expect(await Promise.all(writes)).toEqual(Array.from({ length: 300 }, (_, index) => index));
    expect(await countWallets(database)).toBe(300);
  });

  test('rolls back only the failed write of a group', async () => {
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

  test('does not take an error of TypeORM itself for a failure of the database', async () => {
    const { writer } = database;
    const address = wallet('nobody');
    const write = writer.write((manager) => manager.findOneByOrFail(Wallet, { address }));
    await expect(write).rejects.toThrow(EntityNotFoundError);
    expect(writer.lastFailure).toBe(-Infinity);
  });

  test('acknowledges a write only when other connections can read it', async () => {
    for (let written = 1; written <= 50; written += 1) {
      await database.writer.write(join(`written ${written}`));
      expect(await countWallets(database)).toBe(written);
    }
  });

  test('hides a write from other connections until it is committed', async () => {
    let seenInside = -1;
    await database.writer.write(async (manager) => {
      await join('secret')(manager);
      seenInside = await countWallets(database);
    });
    expect([seenInside, await countWallets(database)]).toEqual([0, 1]);
  });

  test('writes the postponed items of a batch after its other items', async () => {
    const batch = joinBatch();
    const names = ['first', 'late one', 'second', 'late two'];
    expect(
      await Promise.all(names.map((name) => database.writer.writeTogether(batch, name, 'client'))),
    ).toEqual(names);
    const row = z.object({ address: z.string() });
    const sql = 'SELECT address FROM wallet ORDER BY joined_number';
    expect((await select(database.reading, row, sql)).map(({ address }) => address)).toEqual(
      ['first', 'second', 'late one', 'late two'].map(wallet),
    );
  });

  test('rejects only the item whose statement fails, and writes the rest of its batch', async () => {
    const batch = joinBatch();
    await database.writer.writeTogether(batch, 'item 5', 'client');
    const names = Array.from({ length: 20 }, (_, index) => `item ${index}`);
    const outcomes = await Promise.allSettled(
      names.map((name) => database.writer.writeTogether(batch, name, 'client')),
    );
    const failed = names.filter((_, index) => outcomes[index]?.status === 'rejected');
    expect(failed).toEqual(['item 5']);
    expect(await countWallets(database)).toBe(20);
  });

  test('does not make a write wait for all earlier writes of another client', async () => {
    const { writer } = database;
    const order: string[] = [];
    const batch = joinBatch();
    const many = Array.from({ length: 300 }, (_, index) =>
      writer.writeTogether(batch, `greedy ${index}`, 'greedy').then(() => order.push('greedy')),
    );
    await writer.writeTogether(batch, 'modest', 'modest').then(() => order.push('modest'));
    await Promise.all(many);
    expect(order.indexOf('modest')).toBeLessThan(150);
  });

  test('when too many writes wait, rejects only writes of the client with the most waiting writes', async () => {
    const write = (client: string, index: number) =>
      database.writer.write(join(`${client} ${index}`), client).then(
        () => client,
        () => `${client} rejected`,
      );
    const greedy = Array.from({ length: 1_200 }, (_, index) => write('greedy', index));
    const modest = Array.from({ length: 20 }, (_, index) => write(`modest ${index}`, 0));
    expect(await Promise.all(modest)).toEqual(modest.map((_, index) => `modest ${index}`));
    const outcomes = await Promise.all(greedy);
    expect(outcomes.filter((outcome) => outcome === 'greedy rejected').length).toBeGreaterThan(0);
  });

  test('finishes accepted writes and batches on close, and rejects later ones', async () => {
    const { writer } = database;
    const batch = joinBatch();
    const accepted = [
      ...Array.from({ length: 20 }, (_, index) => writer.write(join(index))),
      ...['one', 'late two'].map((name) => writer.writeTogether(batch, name, 'client')),
    ];
    const closing = writer.close();
    await expect(writer.write(join('late'))).rejects.toThrow(Unavailable);
    await expect(writer.writeTogether(batch, 'three', 'client')).rejects.toThrow(Unavailable);
    await closing;
    expect(await Promise.all(accepted)).toHaveLength(22);
  });
});
