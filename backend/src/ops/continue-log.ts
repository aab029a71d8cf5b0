import { resolve } from 'node:path';
import { LogMaintenance } from '../transparency-log/log-maintenance.js';
import { defineCommand } from './command.js';
import type { Services } from './services.js';
import { keyValueTable } from './table.js';

export const CONTINUE_LOG = defineCommand({
  name: 'continue-log',
  description:
    'publish the transparency log again after its files or the database were restored or moved',
  example: 'continue-log newest-checkpoint',
  well: 'done; the log continues the checkpoint',
  notWell:
    'nothing was changed: the database does not continue the checkpoint, or a newer one is known',
  configure: (command) =>
    command.argument(
      '<file>',
      'the newest checkpoint that visitors saw, fetched from /log/checkpoint of the old site',
      (file) => resolve(file),
    ),
  run: async (services: Services, file: string) =>
    (await services.get(LogMaintenance)).continueFrom(file),
  describe: ({ name, size }) =>
    `${keyValueTable([
      ['Log', name],
      ['Entries', size],
    ])}\nA running server publishes the log at the next request, or within 10 minutes.`,
});
