import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MissingRequirement } from '../../commands/requirements.js';
import { eventually } from '../../test/support/eventually.js';
import { withSmallDisk } from '../../test/support/faults/small-disk.js';
import { openShell } from '../../test/support/shell.js';
import { withFolder } from '../../test/support/temporary-database.js';
import type { Effort, Outcome } from '../report.js';
import { tenthOf, tryServer, type Trial } from '../trial.js';
import { ROUND, read } from '../workload.js';

const ACKNOWLEDGED = 40;

const MAX_WRITES = 2_000;

const PAUSE_MS = 50;

export async function fillDisk(effort: Effort): Promise<Outcome> {
  const fills = tenthOf(effort);
  return withFillableDisk((folder, disk) =>
    tryServer(
      effort,
      async (trial) => {
        const { server, broken } = trial;
        await trial.writeMore(ACKNOWLEDGED);
        for (let fill = 0; fill < fills; fill += 1) {
          disk.fill(server.pid);
          broken.push(...(await faultsWhenFull(trial)));
          disk.makeRoom(server.pid);
          broken.push(...(await faultsOfReadiness(server.url, 200)));
          await trial.checkLog();
          await trial.writeMore(ACKNOWLEDGED);
        }
        return {
          harmed: fills,
          measured: { 'the disk': disk.means, checkpoints: trial.log.count },
        };
      },
      { folder },
    ),
  );
}

const MIB = 1024 * 1024;

/** Size of the disk in MiB. It is enough for the large database and one backup. */
const CROWDED_DISK = 384;

/**
 * Inserts answered challenges, which make the database and its backup large. Their nonces take 32 MB in the table and
 * as much in its index.
 */
const BALLAST = `
WITH RECURSIVE ballast (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM ballast WHERE number < 512)
INSERT INTO sign_in_challenge (nonce, expires_at)
SELECT number || hex(zeroblob(32000)), '2999-01-02T00:00:00.000Z' FROM ballast`;

const LEFT_FREE_BYTES = 1.5 * MIB;

const WRITES = 390;

const BACKUP_TIMEOUT_MS = 60_000;

/** Leaves space for a backup, but not for the writes after it. The backup must fail, so that no write gets 503. */
export async function crowdDisk(effort: Effort): Promise<Outcome> {
  return withSmallDisk(CROWDED_DISK, async (folder) => {
    if (folder === null)
      throw new MissingRequirement('crowded-disk mounts a file system: run it as root');
    const backups = join(folder, 'backups');
    return tryServer(
      effort,
      async (trial) => {
        const { broken } = trial;
        await trial.writeMore(ACKNOWLEDGED);
        await trial.stop();
        const bytes = await growDatabase(trial.databaseUrl);
        rmSync(backups, { recursive: true });
        const { bavail, bsize } = statfsSync(folder);
        const filler = join(folder, 'filler');
        writeFileSync(filler, Buffer.alloc(bavail * bsize - bytes - LEFT_FREE_BYTES, 1));
        await trial.restart();
        const crowded = await backupOutcome(trial);
        if (crowded !== 'backup failed')
          broken.push(`without space for the writes after a backup: ${crowded}`);
        let refused = 0;
        for (let number = 0; number < WRITES; number += 1) {
          const { status } = await trial.workload.recruitSomeone(trial.server.url);
          if (status === 503) refused += 1;
        }
        if (refused > 0) broken.push(`${refused} of ${WRITES} writes got 503`);
        await trial.stop();
        rmSync(filler);
        rmSync(backups, { recursive: true });
        await trial.restart();
        const roomy = await backupOutcome(trial);
        if (roomy !== 'backed up') broken.push(`with space for a backup: ${roomy}`);
        return { harmed: 1, measured: { 'refused writes': refused } };
      },
      { folder, environment: { BACKUP_DIR: backups } },
    );
  });
}

async function growDatabase(databaseUrl: string): Promise<number> {
  const shell = await openShell(databaseUrl);
  await shell.query(BALLAST);
  await shell.query('PRAGMA wal_checkpoint(TRUNCATE)');
  await shell.destroy();
  return statSync(databaseUrl.slice('sqlite:'.length)).size;
}

/** Returns the server's log message about its first backup; `no backup` after a minute. */
async function backupOutcome({ server }: Trial): Promise<string> {
  const deadline = performance.now() + BACKUP_TIMEOUT_MS;
  while (performance.now() < deadline) {
    const [message] = /backed up|backup failed/.exec(server.log()) ?? [];
    if (message !== undefined) return message;
    await delay(PAUSE_MS);
  }
  return 'no backup';
}

async function faultsWhenFull(trial: Trial): Promise<string[]> {
  const { url } = trial.server;
  const refused = await writeUntilRefused(trial);
  if (refused === null) return ['the disk is full, and every write was acknowledged'];
  const reads = await read(url, { amount: ROUND });
  const faults = [...reads.broken, ...(await faultsOfReadiness(url, 503))];
  if (refused.status !== 503) faults.push(`a write was answered ${refused.status}`);
  if (!refused.headers.has('retry-after')) faults.push('the answer has no Retry-After');
  return faults;
}

async function writeUntilRefused({ server, workload, log }: Trial): Promise<Response | null> {
  for (let number = 0; number < MAX_WRITES; number += 1) {
    const response = await workload.recruitSomeone(server.url);
    await log.look(server.url);
    if (!response.ok) return response;
  }
  return null;
}

/** Returns a fault unless the server soon reports this status. The server caches its readiness for a second. */
async function faultsOfReadiness(url: string, expected: number): Promise<string[]> {
  try {
    await eventually(async () => (await fetch(`${url}/api/health/ready`)).status, expected);
    return [];
  } catch (error) {
    return [`/api/health/ready: ${String(error)}`];
  }
}

interface SmallDisk {
  readonly means: string;
  readonly fill: (pid: number) => void;
  readonly makeRoom: (pid: number) => void;
}

/** Runs `work` in a folder on a small disk or, if mounting is not allowed, with a limit on file sizes. */
async function withFillableDisk<T>(
  work: (folder: string, disk: SmallDisk) => Promise<T>,
): Promise<T> {
  return withSmallDisk(32, async (folder) => {
    if (folder === null) return withFolder((unlimited) => work(unlimited, LIMITED_PROCESS));
    const filler = join(folder, 'filler');
    return work(folder, {
      means: 'a full file system',
      fill: () => spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1k']),
      makeRoom: () => rmSync(filler),
    });
  });
}

/** Limits file sizes to 0, so that writing to a file fails. */
const LIMITED_PROCESS: SmallDisk = {
  means: 'a process with a limit on file sizes',
  fill: (pid) => execFileSync('prlimit', ['--pid', String(pid), '--fsize=0:']),
  makeRoom: (pid) => execFileSync('prlimit', ['--pid', String(pid), '--fsize=unlimited']),
};
