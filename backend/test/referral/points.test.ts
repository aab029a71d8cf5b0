import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { claim, getStats } from '../support/api.js';
import { SettableClock } from '../support/settable-clock.js';
import { whileNothingCanBeWritten } from '../support/shell.js';
import { newSigner, type Signer } from '../support/signer.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';
import { select } from '../../src/database/reader.js';

const clock = new SettableClock('2028-02-27T12:00:00.000Z');
let server: TestServer;
let visitor: Visitor;
let signer: Signer;

beforeEach(async () => {
  clock.set('2028-02-27T12:00:00.000Z');
  server = await startTestServer({ TRUST_PROXY: '1' }, clock);
  visitor = new Visitor(server.url);
  signer = newSigner();
});

afterEach(async () => {
  await server.close();
});

async function visitAt(time: string): Promise<{ points: number; streak: number }> {
  clock.set(time);
  await visitor.checkIn();
  const { points, streak } = await getStats(server.url, signer.address);
  return { points, streak };
}

describe('a daily check-in', () => {
  test('comes with the first sign-in of a wallet: 100 points and a streak of 1', async () => {
    await visitor.signIn(signer);
    expect(await getStats(server.url, signer.address)).toMatchObject({ points: 100, streak: 1 });
  });

  test('is recorded once a UTC day', async () => {
    await visitor.signIn(signer);
    await visitor.signIn(signer);
    expect(await visitAt('2028-02-27T23:59:59.999Z')).toEqual({ points: 100, streak: 1 });
    expect(await visitAt('2028-02-28T00:00:00.000Z')).toEqual({ points: 200, streak: 2 });
    expect(await visitAt('2028-02-28T00:00:00.001Z')).toEqual({ points: 200, streak: 2 });
  });

  test('is recorded once for 30 concurrent requests', async () => {
    await visitor.signIn(signer);
    clock.set('2028-02-28T09:00:00.000Z');
    const answers = await Promise.all(Array.from({ length: 30 }, () => visitor.checkIn()));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...new Array<number>(29).fill(200),
      201,
    ]);
    expect(await answers[0]?.json()).toEqual({ wallet: signer.address, day: '2028-02-28' });
    expect((await getStats(server.url, signer.address)).points).toBe(200);
  });

  test('continues the streak over a leap day and one missed day a week, but not two', async () => {
    await visitor.signIn(signer);
    expect((await visitAt('2028-02-28T12:00:00.000Z')).streak).toBe(2);
    expect((await visitAt('2028-02-29T12:00:00.000Z')).streak).toBe(3);
    expect((await visitAt('2028-03-01T12:00:00.000Z')).streak).toBe(4);
    expect(await visitAt('2028-03-03T12:00:00.000Z')).toEqual({ points: 500, streak: 5 });
    clock.set('2028-03-05T11:00:00.000Z');
    await visitor.signIn(signer);
    expect((await visitAt('2028-03-05T12:00:00.000Z')).streak).toBe(2);
    expect((await visitAt('2028-03-07T12:00:00.000Z')).streak).toBe(3);
    expect((await visitAt('2028-03-10T12:00:00.000Z')).streak).toBe(1);
  });

  test('keeps the streak until the end of the day after a forgiven day', async () => {
    await visitor.signIn(signer);
    const streakAt = async (time: string): Promise<number> => {
      clock.set(time);
      return (await getStats(server.url, signer.address)).streak;
    };
    expect(await streakAt('2028-02-28T23:59:59.999Z')).toBe(1);
    expect(await streakAt('2028-02-29T23:59:59.999Z')).toBe(1);
    expect(await streakAt('2028-03-01T00:00:00.000Z')).toBe(0);
  });

  test('is recorded once a day even if the clock jumps back and forth', async () => {
    await visitor.signIn(signer);
    expect((await visitAt('2028-03-02T12:00:00.000Z')).points).toBe(200);
    expect(await visitAt('2028-02-27T12:00:01.000Z')).toEqual({ points: 200, streak: 1 });
    expect(await visitAt('2028-02-28T12:00:00.000Z')).toEqual({ points: 300, streak: 2 });
    expect(await visitAt('2028-03-02T13:00:00.000Z')).toEqual({ points: 300, streak: 1 });
  });

  test('needs a session: 401 without one, and no points', async () => {
    await claim(server.url, signer.address, wallet('recruit'));
    expect((await visitor.checkIn()).status).toBe(401);
    expect(await getStats(server.url, signer.address)).toMatchObject({ points: 0, streak: 0 });
  });

  test('gets 503 while the database cannot be written, and counts on a retry', async () => {
    await visitor.signIn(signer);
    clock.set('2028-02-28T09:00:00.000Z');
    await whileNothingCanBeWritten(server.databaseUrl, async () => {
      expect((await visitor.checkIn()).status).toBe(503);
      expect((await visitor.session()).wallet).toBe(signer.address);
    });
    expect((await getStats(server.url, signer.address)).points).toBe(100);
    expect((await visitAt('2028-02-28T10:00:00.000Z')).points).toBe(200);
  });
});

describe('the ledger', () => {
  const entryRow = z.object({
    wallet: z.string(),
    cause: z.string(),
    reference: z.string(),
    points: z.int(),
    total: z.int(),
  });

  test('has an entry for a check-in and for each proven recruit, with the total after it', async () => {
    await visitor.signIn(signer);
    const recruits = [newSigner(), newSigner()];
    for (const recruit of recruits) await new Visitor(server.url).signIn(recruit, signer.address);
    const sql = 'SELECT * FROM ledger_entry WHERE wallet = $1 ORDER BY number';
    expect(await select(server.database.reading, entryRow, sql, [signer.address])).toEqual([
      {
        wallet: signer.address,
        cause: 'check-in',
        reference: '2028-02-27',
        points: 100,
        total: 100,
      },
      ...recruits.map(({ address: reference }, index) => {
        const total = 1100 + 1000 * index;
        return { wallet: signer.address, cause: 'recruit', reference, points: 1000, total };
      }),
    ]);
  });

  const NEW_ENTRY =
    'INSERT INTO ledger_entry (wallet, cause, reference, points, total, recorded_at)';
  const NOW = '2028-02-27T12:00:00.000Z';

  test('accepts one reversal of a check-in, which subtracts its points, and rejects a second', async () => {
    await visitor.signIn(signer);
    const reversal = `${NEW_ENTRY} SELECT wallet, 'reversal', number, -entry.points, wallet.points - entry.points, '${NOW}'
      FROM ledger_entry AS entry JOIN wallet ON address = wallet WHERE cause = 'check-in'`;
    const reverse = () => server.database.writer.write((manager) => manager.query(reversal));
    await reverse();
    expect((await getStats(server.url, signer.address)).points).toBe(0);
    await expect(reverse()).rejects.toThrow(/an entry must be new|ledger_entry_once/);
  });
});
