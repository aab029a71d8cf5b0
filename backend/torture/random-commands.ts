import { join } from 'node:path';
import fc from 'fast-check';
import { z } from 'zod';
import { select } from '../src/database/reader.js';
import { openForReading } from '../src/database/sqlite/connection.js';
import { SCHEMA } from '../src/database/sqlite/schema.js';
import { startBuiltServer } from '../test/built-server.js';
import type { Command, Stage } from '../test/model-trial.js';
import { FIRST_DAY, ModelTrial, commandLists } from '../test/model-trial.js';
import { withFolder } from '../test/temporary-database.js';
import { SOUND } from './audit.js';
import type { Outcome } from './outcome.js';
import { ServerClock } from './server-clock.js';

/** How many lists of commands to do, and the seed that says which. */
export interface CommandOptions {
  readonly lists: number;
  readonly seed: number;
}

const LONGEST = 60;

const countRow = z.object({ count: z.int() });

/** Does what visitors do, in any order and with restarts by SIGKILL, beside a model: API and database must agree with it. */
export async function doRandomCommands({ lists, seed }: CommandOptions): Promise<Outcome> {
  let done = 0;
  const run = async (commands: Command[]): Promise<void> => {
    await withFolder((folder) => new ModelTrial(stageIn(folder)).run(commands));
    done += commands.length;
  };
  const property = fc.asyncProperty(commandLists(LONGEST), run);
  const details = await fc.check(property, { numRuns: lists, seed, endOnFailure: true });
  return {
    harmed: lists,
    acknowledged: 0,
    ...SOUND,
    broken: details.failed ? [String(fc.defaultReportMessage(details))] : [],
    measured: { commands: done },
  };
}

function stageIn(folder: string): Stage {
  const path = join(folder, 'test.sqlite');
  const clock = new ServerClock(folder, FIRST_DAY);
  const environment = { DATABASE_URL: `sqlite:${path}`, TRUST_PROXY: '1', ...clock.environment };
  return {
    clock,
    async start() {
      const server = await startBuiltServer(folder, environment);
      return {
        url: server.url,
        count: (sql) => count(path, sql),
        async close() {
          await server.stop('SIGKILL');
        },
      };
    },
  };
}

async function count(path: string, sql: string): Promise<number> {
  const source = await openForReading(path, SCHEMA);
  try {
    const [row] = await select(source, countRow, sql);
    return row?.count ?? 0;
  } finally {
    await source.destroy();
  }
}
