import { Clock } from '../core/clock.js';
import { Database } from '../database/database.js';
import { readDatabaseId } from '../database/identity.js';
import { loadSettings } from '../settings.js';
import { CheckpointFile } from '../transparency-log/checkpoint-file.js';
import { LogEntryRepository } from '../transparency-log/log-entry.repository.js';
import { AuditLogRepository } from '../wallet/audit-log.repository.js';
import { parseWords } from './arguments.js';
import { defineCommand } from './command.js';
import type { Services } from './services.js';
import { keyValueTable } from './table.js';

const ACTION = 'new-log';

interface Report {
  /** Number in `audit_log`. */
  readonly number: number;
  readonly action: string;
  readonly why: string;
  readonly actedAt: string;
  /** The newest checkpoint of the former log; empty if none was published. */
  readonly formerCheckpoint: string;
}

export const NEW_LOG = defineCommand({
  name: ACTION,
  description: 'publish the transparency log under a new name, after a backup was restored',
  example: "new-log --why 'the disk failed, and the newest backup was a day old'",
  well: 'done; visitors are shown the reason and the last checkpoint of the old log',
  configure: (command) =>
    command.requiredOption(
      '--why <reason>',
      'the reason, published for good (required)',
      parseWords,
    ),
  run: async (services: Services, { why }: { readonly why: string }) => {
    const file = new CheckpointFile(loadSettings().transparencyLogFolder);
    return startNewLog(await services.get(Database), file, await services.get(Clock), why);
  },
  describe,
});

/** Starts a log with a new name. The same transaction writes to the audit log. */
export async function startNewLog(
  { reading, writer }: Database,
  file: CheckpointFile,
  clock: Clock,
  why: string,
): Promise<Report> {
  const formerCheckpoint = await file.read();
  const report = await writer.write(async (manager) => {
    const actedAt = clock.now().toISOString();
    const number = await new AuditLogRepository(manager).add({
      action: ACTION,
      subject: null,
      why,
      actedAt,
    });
    await new LogEntryRepository(manager).append({
      action: ACTION,
      formerCheckpoint,
      why,
      at: actedAt,
    });
    return { number, action: ACTION, why, actedAt, formerCheckpoint };
  });
  await file.write('', await readDatabaseId(reading.manager));
  return report;
}

function describe({ number, why, formerCheckpoint }: Report): string {
  const [name, size] = formerCheckpoint.split('\n');
  return keyValueTable([
    [`Action ${number}`, ACTION],
    ['Why', why],
    ['Former log', name ? `${name}, ${size} entries` : 'no checkpoint was published'],
  ]);
}
