import { join } from 'node:path';
import fc from 'fast-check';
import { startBuiltServer } from '../../test/support/built-server.js';
import {
  FIRST_DAY,
  ModelTrial,
  commandLists,
  type Command,
  type Stage,
} from '../../test/support/data/model-trial.js';
import { withFolder } from '../../test/support/temporary-database.js';
import { countIn } from '../audit.js';
import { outcomeOf, type Effort, type Outcome } from '../report.js';
import { ServerClock } from '../server-clock.js';

const MAX_COMMANDS = 60;

export async function doRandomCommands({ kills, seed }: Effort): Promise<Outcome> {
  let done = 0;
  const run = async (commands: Command[]): Promise<void> => {
    await withFolder((folder) => new ModelTrial(stageIn(folder)).run(commands));
    done += commands.length;
  };
  const property = fc.asyncProperty(commandLists(MAX_COMMANDS), run);
  const details = await fc.check(property, { numRuns: kills, seed, endOnFailure: true });
  return outcomeOf({
    harmed: kills,
    broken: details.failed
      ? [`${String(details.errorInstance)}: ${String(fc.defaultReportMessage(details))}`]
      : [],
    measured: { commands: done },
  });
}

function stageIn(folder: string): Stage {
  const databaseUrl = `sqlite:${join(folder, 'test.sqlite')}`;
  const clock = new ServerClock(folder, FIRST_DAY);
  const environment = { DATABASE_URL: databaseUrl, TRUST_PROXY: '1', ...clock.environment };
  return {
    clock,
    async start() {
      const server = await startBuiltServer(folder, environment);
      return {
        url: server.url,
        count: (sql) => countIn(databaseUrl, sql),
        async close() {
          await server.stop('SIGKILL');
        },
      };
    },
  };
}
