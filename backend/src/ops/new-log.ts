import { z } from 'zod';
import { Clock } from '../core/clock.js';
import type { Database } from '../database/database.js';
import { lockPyramid } from '../database/dialect.js';
import { readDatabaseId } from '../database/identity.js';
import { loadSettings } from '../settings.js';
import { CheckpointFile } from '../transparency-log/checkpoint-file.js';
import { appendToLog } from '../transparency-log/log-entries.js';
import { addToAuditLog } from './actions.js';
import { parseWords } from './arguments.js';
import { newCommand } from './command.js';
import { keyValueTable } from './table.js';
import { onDatabase } from './with-database.js';

const ACTION = 'new-log';

export const newLogReportSchema = z.strictObject({
  /** Number in `audit_log`. */
  number: z.int().positive(),
  action: z.literal(ACTION),
  why: z.string().min(1),
  actedAt: z.iso.datetime(),
  /** The newest checkpoint of the former log; empty if none was published. */
  formerCheckpoint: z.string(),
});

type Report = z.infer<typeof newLogReportSchema>;

export const NEW_LOG = newCommand(
  ACTION,
  'publish the transparency log under a new name, after a backup was restored',
  'done; visitors are shown the reason and the last checkpoint of the old log',
)
  .requiredOption('--why <reason>', 'the reason, published for good (required)', parseWords)
  .action(
    onDatabase(
      (database: Database, { why }: { readonly why: string }) =>
        startNewLog(database, new CheckpointFile(loadSettings().logFolder), new Clock(), why),
      describe,
    ),
  );

/** Starts a log with a new name. The same transaction writes to the audit log. */
export async function startNewLog(
  { reader, writer }: Database,
  file: CheckpointFile,
  clock: Clock,
  why: string,
): Promise<Report> {
  const formerCheckpoint = await file.read();
  const report = await writer.write(async (manager) => {
    await lockPyramid(manager);
    const actedAt = clock.now().toISOString();
    const number = await addToAuditLog(manager, { action: ACTION, subject: null, why, actedAt });
    await appendToLog(manager, { action: ACTION, formerCheckpoint, why, at: actedAt });
    return { number, action: ACTION, why, actedAt, formerCheckpoint } as const;
  });
  await file.write('', await readDatabaseId(reader));
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
