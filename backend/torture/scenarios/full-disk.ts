import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../test/support/eventually.js';
import { withFolder } from '../../test/support/temporary-database.js';
import type { Effort, Outcome } from '../report.js';
import { tenthOf, tryServer, type Trial } from '../trial.js';
import { ROUND, read } from '../workload.js';

/** Number of writes to acknowledge before the disk is full, and after it has room again. */
const ACKNOWLEDGED = 40;

/** After this many writes, the full disk must have caused an error. */
const MAX_WRITES = 2_000;

/** Repeatedly fills the disk of a server, and makes room without a restart. */
export async function fillDisk(effort: Effort): Promise<Outcome> {
  const fills = tenthOf(effort);
  return withSmallDisk((folder, disk) =>
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

/** Waits for the expected readiness, which the server caches for a second. */
async function faultsOfReadiness(url: string, expected: number): Promise<string[]> {
  try {
    await eventually(async () => (await fetch(`${url}/api/health/ready`)).status, expected);
    return [];
  } catch (error) {
    return [`/api/health/ready: ${String(error)}`];
  }
}

/** A small disk that can be filled completely and emptied. */
interface SmallDisk {
  /** How the disk is filled, for the report. */
  readonly means: string;
  readonly fill: (pid: number) => void;
  readonly makeRoom: (pid: number) => void;
}

/** Runs `work` in a folder on a small disk: a mounted file system if allowed, else a limit on file sizes. */
async function withSmallDisk<T>(work: (folder: string, disk: SmallDisk) => Promise<T>): Promise<T> {
  return withFolder(async (parent) => {
    const folder = join(parent, 'disk');
    mkdirSync(folder);
    const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', folder]);
    if (mount.status !== 0) return work(folder, LIMITED_PROCESS);
    const filler = join(folder, 'filler');
    try {
      return await work(folder, {
        means: 'a full file system',
        fill: () => spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1k']),
        makeRoom: () => rmSync(filler),
      });
    } finally {
      execFileSync('umount', ['--lazy', folder]);
    }
  });
}

/** A limit on file sizes, at which every write to a file fails as on a full disk. */
const LIMITED_PROCESS: SmallDisk = {
  means: 'a process with a limit on file sizes',
  fill: (pid) => execFileSync('prlimit', ['--pid', String(pid), '--fsize=0:']),
  makeRoom: (pid) => execFileSync('prlimit', ['--pid', String(pid), '--fsize=unlimited']),
};
