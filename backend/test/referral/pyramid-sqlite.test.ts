import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { DOWNLINE, LEVELS } from '../../src/pyramid/pyramid.repository.js';
import { withDatabase } from '../support/temporary-database.js';
import { wallet } from '../support/wallets.js';

const step = z.object({ detail: z.string() });

test.each([
  ['lists', DOWNLINE],
  ['counts', LEVELS],
])('%s a pyramid row by row, so that the limit can stop the walk', async (_what, sql) => {
  await withDatabase(async ({ reader }) => {
    const plan = await reader.select(step, `EXPLAIN QUERY PLAN ${sql}`, [wallet('top'), 50, '', 9]);
    expect(plan.map(({ detail }) => detail)).toContain('CO-ROUTINE downline');
  });
});
