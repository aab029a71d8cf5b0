import { z } from 'zod';
import { openDatabase } from '../src/database/open-database.js';
import { encodeCursor } from '../src/leaderboard/cursor.js';

const rankedRow = z.object({ address: z.string(), place: z.string() });
const countRow = z.object({ ranked: z.int() });

/** What a page asks, about the wallets for which that might be cheap or dear: the path by its name. */
export async function questionsAbout(databasePath: string): Promise<ReadonlyMap<string, string>> {
  const database = await openDatabase({ kind: 'sqlite', path: databasePath });
  const [count] = await database.reader.select(
    countRow,
    'SELECT count(*) AS ranked FROM wallet WHERE direct_recruits > 0',
  );
  const ranked = count?.ranked ?? 0;
  const at = async (offset: number): Promise<z.infer<typeof rankedRow>> => {
    const [row] = await database.reader.select(
      rankedRow,
      `SELECT address, place FROM wallet WHERE place IS NOT NULL ORDER BY place LIMIT 1 OFFSET $1`,
      [offset],
    );
    if (row === undefined) throw new Error(`${databasePath} has no wallet of rank ${offset + 1}`);
    return row;
  };
  const [best, middle, last] = [
    await at(0),
    await at(Math.floor(ranked / 2)),
    await at(ranked - 1),
  ];
  await database.close();
  return new Map([
    ['health (no database)', '/api/health/live'],
    ['leaderboard, top 10', '/api/leaderboard'],
    ['leaderboard, 10 in the middle', `/api/leaderboard?cursor=${encodeCursor(middle.place)}`],
    ['stats of the best', `/api/referral-stats?wallet=${best.address}`],
    ['stats of the middle', `/api/referral-stats?wallet=${middle.address}`],
    ['stats of the last', `/api/referral-stats?wallet=${last.address}`],
  ]);
}
