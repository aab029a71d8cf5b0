import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../../test/support/eventually.js';
import { runOps } from '../../test/support/run-ops.js';
import type { Effort, Outcome } from '../report.js';
import { tryServer, type Trial } from '../trial.js';
import { publishBeyond, run } from './restored-backup.js';

const ACKNOWLEDGED = 30;

const LOG_FILES = ['log-key', 'log-checkpoint', 'log-signed'] as const;

/** Old copies to put back: files of the transparency log, and the database, either by `ops restore` or as a file. */
const COPIES: readonly {
  readonly files: readonly (typeof LOG_FILES)[number][];
  readonly database: 'restored' | 'copied';
  /** True if the {@link LOG_FILES} that are not in `files` are lost, as on a new machine. */
  readonly isElsewhere: boolean;
}[] = [
  { files: ['log-key'], database: 'restored', isElsewhere: true },
  { files: ['log-key', 'log-checkpoint'], database: 'restored', isElsewhere: true },
  { files: LOG_FILES, database: 'restored', isElsewhere: true },
  { files: ['log-key'], database: 'copied', isElsewhere: true },
  { files: ['log-key', 'log-checkpoint'], database: 'copied', isElsewhere: true },
  { files: [], database: 'restored', isElsewhere: false },
  { files: ['log-key', 'log-checkpoint'], database: 'restored', isElsewhere: false },
  { files: LOG_FILES, database: 'restored', isElsewhere: false },
  { files: [], database: 'copied', isElsewhere: false },
  { files: ['log-key', 'log-checkpoint'], database: 'copied', isElsewhere: false },
];

export async function restoreLogFiles(effort: Effort): Promise<Outcome> {
  const copies = effort.brief ? COPIES.slice(1, 3) : COPIES;
  return tryServer(effort, async (trial) => {
    for (const [index, copy] of copies.entries()) {
      await trial.writeMore(ACKNOWLEDGED);
      await putBack(trial, copy, join(trial.folder, `night-${index}`));
      await trial.checkLog();
    }
    return { harmed: copies.length, measured: { checkpoints: trial.log.count } };
  });
}

async function putBack(
  trial: Trial,
  { files, database, isElsewhere }: (typeof COPIES)[number],
  night: string,
): Promise<void> {
  const { folder } = trial;
  const path = join(folder, 'test.sqlite');
  const backup = join(night, 'backup.sqlite');
  await mkdir(night);
  await trial.log.look(trial.server.url);
  await run(trial, 'backup', backup);
  await trial.stop();
  await copyFile(path, join(night, 'test.sqlite'));
  for (const file of files) await copyFile(join(folder, file), join(night, file));
  await trial.restart();
  const former = await publishBeyond(trial, backup);
  const newest = join(night, 'newest');
  await writeFile(newest, await (await fetch(`${trial.server.url}/log/checkpoint`)).text());
  await trial.log.look(trial.server.url);
  await trial.stop();
  if (isElsewhere) for (const file of LOG_FILES) await rm(join(folder, file), { force: true });
  for (const file of files) await copyFile(join(night, file), join(folder, file));
  if (database === 'restored') await run(trial, 'restore', backup);
  else await copyFile(join(night, 'test.sqlite'), path);
  await trial.restart();
  await trial.writeMore(ACKNOWLEDGED);
  const how = `${database} beside ${files.join(', ') || 'the newest files'}${isElsewhere ? ', elsewhere' : ''}`;
  const { status } = await fetch(`${trial.server.url}/log/checkpoint`);
  if (status !== 503) trial.broken.push(`the log, ${how}, was answered ${status}`);
  const continued = await runOps(trial.databaseUrl, 'continue-log', newest);
  if (continued.status !== 1) {
    trial.broken.push(`continue-log, ${how}, ended with ${continued.status}: ${continued.stderr}`);
  }
  await run(trial, 'new-log', '--why', 'old copies were put back');
  const name = async () => (await trial.log.look(trial.server.url))?.name ?? former;
  await eventually(async () => (await name()) === former, false);
}
