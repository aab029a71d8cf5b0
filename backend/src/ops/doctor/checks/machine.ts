import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { select } from '../../../database/reader.js';
import { findOverdue, listBackups } from '../../../backup/backup-folder.js';
import { readBuild } from '../../../core/build.js';
import { inMib, RESERVED_SPACE } from '../../../core/files.js';
import { Turns } from '../../../core/turns.js';
import { LOOKS } from '../../../core/verdict.js';
import { readNewestTime } from '../../../database/newest-time.js';
import type { Problems } from '../../../operator/problems.schema.js';
import {
  countForeignProofs,
  FOREIGN_PROOFS_REMEDY,
  foreignProofsFault,
} from '../../../transparency-log/foreign-proofs.js';
import { CheckpointFile, parseCheckpoint } from '../../../transparency-log/checkpoint-file.js';
import { LogTree } from '../../../transparency-log/log-tree.js';
import { describeProblem, findNodeProblems } from '../../../rpc/node-health.js';
import type { BackupSettings, Settings } from '../../../settings.js';
import { RunningServer, localAddress } from '../../running-server.js';
import { counted, type Check } from '../check.js';

const HOUR_MS = 3_600_000;

/** Maximum size of the write-ahead log, in bytes. Checkpoints, which a long read prevents, start at 120 MiB. */
const MAX_LOG = 256 * 1024 * 1024;

export const ROOM_LEFT: Check = {
  name: 'The disk has space, and the write-ahead log is short',
  look: async ({ measureStorage }) => {
    const { database, log, free } = await measureStorage();
    const needed = database + RESERVED_SPACE;
    const looked = [`database ${inMib(database)}`];
    const faults: string[] = [];
    if (free !== null && free < needed) {
      faults.push(`only ${inMib(free)} are free on the disk, but a backup needs ${inMib(needed)}`);
    }
    if (log !== null) looked.push(`write-ahead log ${inMib(log)}`);
    if (log !== null && log > MAX_LOG)
      faults.push(`the write-ahead log has grown to ${inMib(log)}`);
    looked.push(free === null ? 'the disk is on another machine' : `free ${inMib(free)}`);
    return { looked: looked.join(', '), faults };
  },
  remedy:
    'free space on the disk; if the write-ahead log is long, close programs that keep the database open, such as a shell',
};

/** Pause between two looks at a server, in milliseconds. */
const PAUSE_MS = 1_000;

/**
 * Returns the checks of the settings, the running server and its backups.
 * @param problems known to the running server; null without a server
 */
export function checksOfServer(
  settings: Settings,
  problems: Problems | null = null,
): readonly Check[] {
  const { backups } = settings;
  return [
    CLOCK_IS_RIGHT,
    proofsNameOurSites(settings),
    logIsContinued(settings),
    serverIsOfTheseFiles(settings),
    logIsPublished(settings),
    ...(backups === null ? [] : [backupIsRecent(backups, problems)]),
  ];
}

function proofsNameOurSites(settings: Settings): Check {
  const origins = [settings.publicOrigin, ...settings.formerOrigins];
  return {
    name: 'Every proof names one of our sites',
    look: async ({ manager }) => {
      const count = await countForeignProofs(manager, settings);
      return { looked: origins.join(', '), faults: count === 0 ? [] : [foreignProofsFault(count)] };
    },
    remedy: FOREIGN_PROOFS_REMEDY,
  };
}

function serverIsOfTheseFiles(settings: Settings): Check {
  const address = localAddress(settings);
  const server = new RunningServer(address);
  return {
    name: 'The running server is this build',
    look: async () => {
      const running = await server.build();
      if (running === null) return { looked: `no server answers at ${address}`, faults: [] };
      const { build } = readBuild();
      const isOther = running !== build && ![running, build].includes('none');
      const fault = `the server runs build ${running}, but this is build ${build}`;
      return { looked: `build ${running} at ${address}`, faults: isOther ? [fault] : [] };
    },
    remedy: 'restart the server',
  };
}

/** A database that does not continue the newest checkpoint, such as an older backup, is not published. */
function logIsPublished(settings: Settings): Check {
  const address = localAddress(settings);
  return {
    name: 'The server publishes the transparency log',
    look: async () => {
      const server = new RunningServer(address);
      const status = await lastStatus(() => server.checkpoint(), [200, null]);
      if (status === null) return { looked: `no server answers at ${address}`, faults: [] };
      const fault = `${address}/log/checkpoint answers ${status}`;
      return { looked: address, faults: status === 200 ? [] : [fault] };
    },
    remedy:
      "read the server's log; after a restore, or an update from an earlier build, continue-log or new-log may be needed",
  };
}

/** Finds entries that were changed or removed after they were published. */
function logIsContinued({ logFolder }: Settings): Check {
  return {
    name: 'The log in the database continues the newest checkpoint',
    look: async ({ manager, yieldLock }) => {
      const checkpoint = parseCheckpoint(await new CheckpointFile(logFolder).read());
      if (checkpoint === null) return { looked: `no checkpoint in ${logFolder}`, faults: [] };
      // The first snapshot may be older than the checkpoint.
      await yieldLock(0);
      // The tree reads several tiles at once, but the snapshot is renewed between two statements.
      const turns = new Turns();
      const tree = new LogTree({
        select: (...query) =>
          turns.run(async () => {
            const rows = await select(manager, ...query);
            await yieldLock(0);
            return rows;
          }),
      });
      const looked = counted(checkpoint.size, ['log entry', 'log entries']);
      const fault = `the entries in the database are not those of the checkpoint in ${logFolder}`;
      return { looked, faults: (await tree.headAfter(checkpoint)) === null ? [fault] : [] };
    },
    remedy: 'an entry never changes: restore an older backup, or start a new log with new-log',
  };
}

/** Difference, in milliseconds, between the clocks of machines that share a database. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Age of the newest row, in milliseconds, above which a clock that is not synchronized may be ahead. */
const MAX_QUIET_MS = 24 * HOUR_MS;

/** A clock that is ahead looks like a site without visitors, so then the kernel is asked. */
const CLOCK_IS_RIGHT: Check = {
  name: 'The system clock agrees with the newest row',
  look: async ({ manager, now }) => {
    const newest = await readNewestTime(manager);
    if (newest === null) return { looked: 'no rows', faults: [] };
    const age = now.getTime() - newest.getTime();
    const hours = counted(Math.round(Math.abs(age) / HOUR_MS), ['hour', 'hours']);
    const looked = `newest row ${newest.toISOString()}`;
    if (age < -CLOCK_TOLERANCE_MS) {
      const fault = `the newest row is of ${newest.toISOString()}, ${hours} after the system clock: the clock is behind, or was ahead when the row was written`;
      return { looked, faults: [fault] };
    }
    const mayBeAhead = age > MAX_QUIET_MS && !(await isSynchronized());
    const fault = `the newest row is ${hours} old, and the system clock is not synchronized: the clock may be ahead`;
    return { looked, faults: mayBeAhead ? [fault] : [] };
  },
  remedy: 'set the clock, for example with timedatectl set-ntp true, and restart the server',
};

/** False if systemd says that nothing keeps the clock right. */
async function isSynchronized(): Promise<boolean> {
  const words = ['show', '--property=NTPSynchronized', '--value'];
  const answer = await promisify(execFile)('timedatectl', words, { timeout: 2_000 }).catch(
    () => null,
  );
  return answer?.stdout.trim() !== 'no';
}

/**
 * Returns the check that a server is ready. If the server judges itself, its verdict counts; otherwise it is asked up to
 * three times.
 */
export function serverIsReady(address: string, problems: Problems | null): Check {
  return {
    name: 'The server is ready',
    look: async () => {
      const write = problems?.write;
      if (write === null) return { looked: address, faults: [] };
      if (write !== undefined) return { looked: address, faults: [`${write} (${address})`] };
      const server = new RunningServer(address);
      const status = await lastStatus(() => server.readiness(), [200]);
      const what = status === null ? 'no server answers' : `the server is not ready (${status})`;
      return { looked: address, faults: status === 200 ? [] : [`${what} at ${address}`] };
    },
    remedy: "read the server's log",
  };
}

/** Returns a final status, or the last of three, since a server may be restarting; null if nothing answers. */
async function lastStatus(
  look: () => Promise<number | null>,
  final: readonly (number | null)[],
): Promise<number | null> {
  for (let looks = 1; ; looks += 1) {
    const status = await look();
    if (final.includes(status) || looks === LOOKS) return status;
    await delay(PAUSE_MS);
  }
}

/** Returns the check of the Solana nodes. */
export function nodesAnswer(settings: Settings, problems: Problems | null): Check {
  return {
    name: 'Every Solana node answers',
    look: async () => {
      const states = await findNodeProblems(settings, problems?.nodes ?? []);
      return {
        looked: states.map(({ host }) => host).join(', '),
        faults: states.filter(({ problem }) => problem !== null).map(describeProblem),
      };
    },
    remedy: 'check SOLANA_RPC_URL and TOKEN_MINT; without a node, balances are not shown',
  };
}

/** The folder may be away for a moment, so that a running server's verdict counts. */
function backupIsRecent(backups: BackupSettings, problems: Problems | null): Check {
  const { folder } = backups;
  return {
    name: 'The newest backup in BACKUP_DIR is recent',
    look: async ({ now }) => {
      const found = await listBackups(folder, now);
      const [newest] = found;
      const all = counted(found.length, ['backup', 'backups']);
      const hours = newest && Math.round((now.getTime() - newest.madeAt.getTime()) / HOUR_MS);
      const looked =
        hours === undefined ? all : `${all}, the newest ${counted(hours, ['hour', 'hours'])} old`;
      const missing = newest === undefined ? `there is no backup in ${folder}` : null;
      const fault =
        problems === null ? (missing ?? (await findOverdue(backups, now))) : problems.backup;
      return { looked, faults: typeof fault === 'string' ? [fault] : [] };
    },
    remedy: 'check that the server runs, and search its log for failed backups',
  };
}
