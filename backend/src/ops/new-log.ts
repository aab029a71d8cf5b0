import { LogMaintenance, type LogStart } from '../transparency-log/log-maintenance.js';
import { parseWords } from './arguments.js';
import { defineCommand } from './command.js';
import type { Services } from './services.js';
import { keyValueTable } from './table.js';

export const NEW_LOG = defineCommand({
  name: 'new-log',
  description: 'publish the transparency log under a new name, after a backup was restored',
  example: "new-log --why 'the disk failed, and the newest backup was a day old'",
  well: 'done; visitors are shown the reason and the last checkpoint of the old log',
  configure: (command) =>
    command.requiredOption(
      '--why <reason>',
      'the reason, published for good (required)',
      parseWords,
    ),
  run: async (services: Services, { why }: { readonly why: string }) =>
    (await services.get(LogMaintenance)).startNew(why),
  describe,
});

function describe({ number, action, why, formerCheckpoint }: LogStart): string {
  const [name, size] = formerCheckpoint.split('\n');
  return keyValueTable([
    [`Action ${number}`, action],
    ['Why', why],
    ['Former log', name ? `${name}, ${size} entries` : 'no checkpoint was published'],
  ]);
}
