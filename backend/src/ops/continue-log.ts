import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Refused, StartError } from '../core/errors.js';
import { Database } from '../database/database.js';
import { readDatabaseId } from '../database/identity.js';
import { loadSettings, type Settings } from '../settings.js';
import { CheckpointFile, parseCheckpoint } from '../transparency-log/checkpoint-file.js';
import { readLogName } from '../transparency-log/checkpoints.js';
import { LogEntryRepository } from '../transparency-log/log-entry.repository.js';
import { readLogKey } from '../transparency-log/log-key.js';
import { LogTree } from '../transparency-log/log-tree.js';
import { AuditLogRepository } from '../wallet/audit-log.repository.js';
import { defineCommand } from './command.js';
import type { Services } from './services.js';
import { keyValueTable } from './table.js';

interface Report {
  readonly name: string;
  readonly size: number;
}

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
    continueLog(await services.get(Database), file, loadSettings()),
  describe: ({ name, size }) =>
    keyValueTable([
      ['Log', name],
      ['Entries', size],
    ]),
});

/**
 * Declares a checkpoint the newest one that visitors saw. The log is published again from there.
 * @param path a file with the signed note
 * @throws Refused if the note is of another log or key, a newer checkpoint is known, or the database does not continue it
 */
export async function continueLog(
  { reading: { manager } }: Database,
  path: string,
  settings: Pick<Settings, 'transparencyLogFolder' | 'publicOrigin'>,
): Promise<Report> {
  const file = new CheckpointFile(settings.transparencyLogFolder);
  const note = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new StartError(`${path} cannot be read (${String(error)}): name another file`);
  });
  const checkpoint = parseCheckpoint(note);
  const name = await readLogName(new AuditLogRepository(manager), settings);
  const key = await readLogKey(settings.transparencyLogFolder);
  if (checkpoint?.name !== name || !note.startsWith(key.sign(checkpoint))) {
    throw new Refused(
      `${path} is no checkpoint that the key in ${settings.transparencyLogFolder} signed for ${name}: fetch it again from /log/checkpoint`,
    );
  }
  const { size } = checkpoint;
  const known = parseCheckpoint(await file.read());
  if (known?.name === name && known.size > size) {
    throw new Refused(
      `a checkpoint of ${known.size} entries was published, but ${path} has ${size}: fetch the newest one`,
    );
  }
  if ((await new LogTree(new LogEntryRepository(manager)).headAfter(checkpoint)) === null) {
    throw new Refused(
      `the database does not continue the checkpoint of ${size} entries: restore a newer backup, or start a new log with new-log`,
    );
  }
  await file.write(note, await readDatabaseId(manager));
  return { name, size };
}
