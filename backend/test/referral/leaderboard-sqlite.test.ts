import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { OF_A_WEEK, OF_ALL_TIME } from '../../src/leaderboard/leaderboard.repository.js';
import { withDatabase } from '../support/temporary-database.js';
import { wallet } from '../support/wallets.js';

const step = z.object({ detail: z.string() });
const NOBODY = wallet('nobody');

describe.each([
  ['of all time', OF_ALL_TIME, /wallet_by_rank \(\(points,direct_recruits,lateness\)[<>]/],
  [
    'of a week',
    OF_A_WEEK,
    /week_total_by_rank \(week=\? AND (?:recruits>\? AND )?\(recruits,lateness\)[<>]/,
  ],
])('a leaderboard page %s', (_board, { after, around }, byIndex) => {
  test.each([
    ['the rows after a row', after, ['', 1, 1, -1, 10, ''], 1],
    ['the rows around a wallet', around, ['', NOBODY, 10, ''], 2],
  ])('reads %s through an index', async (_page, sql, values, times) => {
    await withDatabase(async ({ reader }) => {
      const plan = await reader.select(step, `EXPLAIN QUERY PLAN ${sql}`, values);
      expect(plan.filter(({ detail }) => byIndex.test(detail))).toHaveLength(times);
    });
  });
});
