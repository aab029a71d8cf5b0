import { join } from 'node:path';
import { eventually } from '../../test/support/eventually.js';
import { runOps } from '../../test/support/run-ops.js';
import { countIn } from '../audit.js';
import type { Effort, Outcome } from '../report.js';
import { tenthOf, tryServer, type Trial } from '../trial.js';
import { Receipts, Workload } from '../workload.js';

const ACKNOWLEDGED = 60;

const WRITERS = 8;

const UNPUBLISHED = 'The transparency log is not published, because';

export async function restoreOldBackups(effort: Effort): Promise<Outcome> {
  const restores = tenthOf(effort);
  return tryServer(effort, async (trial) => {
    for (let restore = 0; restore < restores; restore += 1) {
      await trial.writeMore(ACKNOWLEDGED);
      await restoreOldBackup(trial, join(trial.folder, `backup-${restore}.sqlite`));
      await trial.checkLog();
    }
    return { harmed: restores, measured: { checkpoints: trial.log.count } };
  });
}

async function restoreOldBackup(trial: Trial, backup: string): Promise<void> {
  await run(trial, 'backup', backup);
  const former = await publishBeyond(trial, backup);
  await trial.stop();
  await run(trial, 'restore', backup);
  await trial.restart();
  await trial.writeMore(ACKNOWLEDGED);
  const behind = await fetch(`${trial.server.url}/log/checkpoint`);
  if (behind.status !== 503) trial.broken.push(`a restored log was answered ${behind.status}`);
  if (!trial.server.log().includes(UNPUBLISHED)) trial.broken.push('the log does not say why');
  await run(trial, 'new-log', '--why', 'a backup was restored');
  const name = async () => (await trial.log.look(trial.server.url))?.name ?? former;
  await eventually(async () => (await name()) === former, false);
}

/** Writes until a checkpoint has more entries than the backup. Returns the name of the transparency log. */
export async function publishBeyond(trial: Trial, backup: string): Promise<string> {
  const { url } = trial.server;
  const size = await countIn(`sqlite:${backup}`, 'SELECT count(*) AS count FROM log_entry');
  const lost = new Workload(new Receipts(), trial.random);
  let published = await trial.log.look(url);
  const look = async (): Promise<boolean> => {
    published = await trial.log.look(url);
    return published !== null && published.size > size;
  };
  let isPublished = false;
  const writing = lost.write(url, WRITERS, () => isPublished);
  await eventually(look, true).finally(() => (isPublished = true));
  await writing;
  return published?.name ?? '';
}

export async function run({ databaseUrl, broken }: Trial, ...words: string[]): Promise<void> {
  const { status, stderr } = await runOps(databaseUrl, ...words);
  if (status !== 0) broken.push(`ops ${words[0]} ended with ${String(status)}: ${stderr}`);
}
