import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findOverdue, listBackups } from '../../backup/backup-folder.js';
import { inMib, RESERVED_SPACE } from '../../core/files.js';
import { readNewestTime } from '../../database/newest-time.js';
import type { Problems } from '../../health/health.schema.js';
import {
  countForeignProofs,
  FOREIGN_PROOFS_REMEDY,
  foreignProofsFault,
} from '../../transparency-log/foreign-proofs.js';
import { examineMint, MINT_REMEDY } from '../../rpc/mint.js';
import { describeProblem, findNodeProblems } from '../../rpc/node-health.js';
import type { BackupSettings, Settings } from '../../settings.js';
import { counted, type Check } from '../check.js';

const HOUR_MS = 3_600_000;

/**
 * Maximum size of the write-ahead log, in bytes. A commit checkpoints it from 117 MiB on, unless a long read prevents
 * that.
 */
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

/**
 * Returns the checks of the clock, the proofs and the backups.
 * @param problems known to the running server; null without a server
 */
export function checksOfSite(settings: Settings, problems: Problems | null): readonly Check[] {
  const { backups } = settings;
  return [
    CLOCK_IS_RIGHT,
    proofsNameOurSites(settings),
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

/** Tolerated difference, in milliseconds, between the clocks of machines that share a database. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Age of the newest row, in milliseconds, above which a clock that is not synchronized may be ahead. */
const MAX_QUIET_MS = 24 * HOUR_MS;

/** A clock that is ahead looks like a site without visitors. So if the newest row is old, systemd is asked. */
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

/** Returns the check of the token's mint; none before the launch. */
export function mintExists({ solanaNodes, tokenMint }: Settings): readonly Check[] {
  if (tokenMint === null) return [];
  return [
    {
      name: 'TOKEN_MINT is a mint',
      look: async () => {
        const { looked, fault } = await examineMint(solanaNodes, tokenMint);
        return { looked, faults: fault === null ? [] : [fault] };
      },
      remedy: MINT_REMEDY,
    },
  ];
}

/** A network share may be unreachable for a moment, so the verdict of a running server counts, not a single look. */
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
