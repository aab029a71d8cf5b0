import { listBackups } from '../../../backup/backup-folder.js';
import { readBuild } from '../../../core/build.js';
import {
  countForeignProofs,
  FOREIGN_PROOFS_REMEDY,
  foreignProofsFault,
} from '../../../transparency-log/foreign-proofs.js';
import { findFailingNodes, hostOf } from '../../../rpc/node-health.js';
import type { BackupSettings, Settings } from '../../../settings.js';
import { RunningServer, localAddress } from '../../running-server.js';
import { counted, type Check } from '../check.js';

const MIB = 1024 * 1024;

/** Maximum size of the write-ahead log, in bytes. Checkpoints, which a long read prevents, start at 120 MiB. */
const MAX_LOG = 256 * MIB;

/** Free space, in bytes, that is required in addition to the size of a copy. */
const MIN_FREE = 64 * MIB;

export const ROOM_LEFT: Check = {
  name: 'The disk has space, and the write-ahead log is short',
  look: async ({ measureStorage }) => {
    const { database, log, free } = await measureStorage();
    const needed = database + MIN_FREE;
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

function inMib(bytes: number): string {
  return `${Math.ceil(bytes / MIB).toLocaleString('en')} MiB`;
}

const HOUR_MS = 3_600_000;

/** Age at which the newest backup is overdue, as a multiple of the interval between backups. */
const MAX_BACKUP_AGES = 2;

/** Returns the checks of the settings, the running server and its backups. */
export function checksOfServer(settings: Settings): readonly Check[] {
  const { backups } = settings;
  return [
    proofsNameOurSites(settings),
    serverIsOfTheseFiles(settings),
    logIsPublished(settings),
    ...(backups === null ? [] : [backupIsRecent(backups)]),
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
      const status = await new RunningServer(address).checkpoint();
      if (status === null) return { looked: `no server answers at ${address}`, faults: [] };
      const fault = `${address}/log/checkpoint answers ${status}`;
      return { looked: address, faults: status === 200 ? [] : [fault] };
    },
    remedy: "read the server's log; after a restore, new-log may be needed",
  };
}

/** Returns the check that a server is ready. */
export function serverIsReady(address: string): Check {
  return {
    name: 'The server is ready',
    look: async () => {
      const status = await new RunningServer(address).readiness();
      const what = status === null ? 'no server answers' : `the server is not ready (${status})`;
      return { looked: address, faults: status === 200 ? [] : [`${what} at ${address}`] };
    },
    remedy: "read the server's log",
  };
}

/** Returns the check of the Solana nodes. */
export function nodesAnswer(urls: readonly string[]): Check {
  return {
    name: 'Every Solana node answers',
    look: async () => ({
      looked: urls.map(hostOf).join(', '),
      faults: await findFailingNodes(urls),
    }),
    remedy: 'check SOLANA_RPC_URL; without a node, balances are not shown',
  };
}

function backupIsRecent({ folder, everyMs }: BackupSettings): Check {
  return {
    name: 'The newest backup in BACKUP_DIR is recent',
    look: async ({ now }) => {
      const backups = await listBackups(folder, now);
      const [newest] = backups;
      const all = counted(backups.length, ['backup', 'backups']);
      if (newest === undefined) return { looked: all, faults: [`there is no backup in ${folder}`] };
      const age = now.getTime() - newest.madeAt.getTime();
      const isOld = age > MAX_BACKUP_AGES * everyMs;
      const [hours = 0, every = 0] = [age, everyMs].map((ms) => Math.round(ms / HOUR_MS));
      const looked = `${all}, the newest ${counted(hours, ['hour', 'hours'])} old`;
      const fault = `${newest.file} is ${hours} hours old, and BACKUP_EVERY is ${every}`;
      return { looked, faults: isOld ? [fault] : [] };
    },
    remedy: 'check that the server runs, and search its log for failed backups',
  };
}
