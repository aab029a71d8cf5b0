import { test } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import {
  FIRST_DAY,
  ModelTrial,
  commandLists,
  type Command,
  type Stage,
} from '../support/data/model-trial.js';
import { SettableClock } from '../support/settable-clock.js';
import { withDatabaseUrl } from '../support/temporary-database.js';
import { startTestServer } from '../support/test-server.js';
import { select } from '../../src/database/reader.js';

const LONGEST = 30;
const RUNS = 6;

const countRow = z.object({ count: z.int() });

function stageAt(databaseUrl: string): Stage {
  const clock = new SettableClock(new Date(FIRST_DAY).toISOString());
  const environment = {
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: 'the same after a restart as before it',
    TRUST_PROXY: '1',
  };
  return {
    clock,
    async start() {
      const { url, database, close } = await startTestServer(environment, clock);
      const count = async (sql: string): Promise<number> => {
        const [row] = await select(database.reading, countRow, sql);
        return row?.count ?? 0;
      };
      return { url, count, close };
    },
  };
}

test('after random claims, sign-ins, check-ins and restarts, stats and ranks match a model', async () => {
  const run = async (commands: Command[]): Promise<void> => {
    await withDatabaseUrl((url) => new ModelTrial(stageAt(url)).run(commands));
  };
  await fc.assert(fc.asyncProperty(commandLists(LONGEST), run), { numRuns: RUNS });
}, 120_000);
