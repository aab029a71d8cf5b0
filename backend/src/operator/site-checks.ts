import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { EntityManager } from 'typeorm';
import { extensionOf, findOverdue, listBackups } from '../backup/backup-folder.js';
import { readBuild } from '../core/build.js';
import { inMib, RESERVED_SPACE } from '../core/files.js';
import { isPublicOrigin } from '../core/loopback.js';
import { lookRepeatedly } from '../core/verdict.js';
import type { MeasureStorage } from '../database/database.js';
import { readNewestTime } from '../database/newest-time.js';
import { counted, type Findings } from '../doctor/check.js';
import type { ServerState } from '../health/health.schema.js';
import { localAddress, readinessOf } from '../health/running-server.js';
import { examineMint, MINT_REMEDY } from '../rpc/mint.js';
import { describeProblem, findNodeProblems } from '../rpc/node-health.js';
import type { Settings } from '../settings.js';
import { LogEntryRepository } from '../transparency-log/log-entry.repository.js';

export interface Site {
  readonly settings: Settings;
  readonly manager: EntityManager;
  readonly measureStorage: MeasureStorage;
  readonly now: Date;
  /** The state of the server on this machine; null if it is unknown. */
  readonly server: ServerState | null;
}

export interface SiteCheck {
  readonly name: string;
  readonly remedy: string;
  /** Returns null if there is nothing to check. */
  readonly look: (site: Site) => Promise<Findings | null>;
}

const HOUR_MS = 3_600_000;

/** Bytes. A write-ahead log that is longer is a fault: a long read may prevent checkpoints. */
const MAX_WAL = 256 * 1024 * 1024;

/** The clocks of machines that share a database may differ by up to this time. */
const CLOCK_TOLERANCE_MS = 60_000;

const MAX_QUIET_MS = 24 * HOUR_MS;

export const SITE_CHECKS: readonly SiteCheck[] = [
  {
    name: 'The server is ready',
    look: async ({ settings, server }) => {
      const { publicOrigin } = settings;
      if (server !== null) {
        const address = localAddress(settings);
        return found(address, server.write && `${server.write} (${address})`);
      }
      if (!isPublicOrigin(publicOrigin)) return null;
      // The server may be restarting.
      const status = await lookRepeatedly(
        () => readinessOf(publicOrigin),
        (each) => each === 200,
      );
      const what = status === null ? 'no server answers' : `the server is not ready (${status})`;
      return found(publicOrigin, status === 200 ? null : `${what} at ${publicOrigin}`);
    },
    remedy: "read the server's log",
  },
  {
    name: 'The running server is this build',
    look: ({ server }) => {
      if (server === null) return Promise.resolve(null);
      const running = server.build;
      const { build } = readBuild();
      const isOther = running !== build && ![running, build].includes('none');
      const fault = `the server runs build ${running}, but this is build ${build}`;
      return Promise.resolve(found(`build ${running}`, isOther ? fault : null));
    },
    remedy: 'restart the server',
  },
  {
    name: 'The server publishes the transparency log',
    look: ({ settings, server }) => {
      if (server === null) return Promise.resolve(null);
      const fault = server.log?.replace(/\.$/, '');
      return Promise.resolve(found(`${localAddress(settings)}/log/checkpoint`, fault));
    },
    remedy: 'see The transparency log in docs/operating.md',
  },
  {
    name: 'Every Solana node works',
    look: async ({ settings, server }) => {
      const states = await findNodeProblems(settings, server?.nodes ?? []);
      return {
        looked: states.map(({ host }) => host).join(', '),
        faults: states.filter(({ problem }) => problem !== null).map(describeProblem),
      };
    },
    remedy: 'check SOLANA_RPC_URL and TOKEN_MINT; without a node, balances are not shown',
  },
  {
    name: 'TOKEN_MINT is a mint',
    look: async ({ settings: { solanaNodes, tokenMint } }) => {
      if (tokenMint === null) return null;
      const { looked, fault } = await examineMint(solanaNodes, tokenMint);
      return found(looked, fault);
    },
    remedy: MINT_REMEDY,
  },
  {
    name: 'The disk has space, and the write-ahead log is short',
    look: async ({ measureStorage }) => {
      const { database, wal, free } = await measureStorage();
      const needed = database + RESERVED_SPACE;
      const looked = [`database ${inMib(database)}`];
      const faults: string[] = [];
      if (free !== null && free < needed) {
        faults.push(
          `only ${inMib(free)} are free on the disk, but a backup needs ${inMib(needed)}`,
        );
      }
      if (wal !== null) looked.push(`write-ahead log ${inMib(wal)}`);
      if (wal !== null && wal > MAX_WAL) {
        faults.push(`the write-ahead log has grown to ${inMib(wal)}`);
      }
      looked.push(free === null ? 'the disk is on another machine' : `free ${inMib(free)}`);
      return { looked: looked.join(', '), faults };
    },
    remedy:
      'free space on the disk; if the write-ahead log is long, close programs that keep the database open, such as a shell',
  },
  {
    // A clock that is ahead looks like a site without visitors. So if the newest row is old, systemd is asked.
    name: 'The system clock agrees with the newest row',
    look: async ({ manager, now }) => {
      const newest = await readNewestTime(manager);
      if (newest === null) return found('no rows', null);
      const time = newest.toISOString();
      const age = now.getTime() - newest.getTime();
      const hours = hoursOf(Math.abs(age));
      const isBehind = age < -CLOCK_TOLERANCE_MS;
      const mayBeAhead = age > MAX_QUIET_MS && !(await isSynchronized());
      const behind = `the newest row is of ${time}, ${hours} after the system clock: the clock is behind, or was ahead when the row was written`;
      const ahead = `the newest row is ${hours} old, and the system clock is not synchronized: the clock may be ahead`;
      return found(`newest row ${time}`, isBehind ? behind : mayBeAhead ? ahead : null);
    },
    remedy: 'set the clock, for example with timedatectl set-ntp true, and restart the server',
  },
  {
    name: 'Every proof names one of our sites',
    look: async ({ settings, manager }) => {
      const origins = [settings.publicOrigin, ...settings.formerOrigins];
      const count = await new LogEntryRepository(manager).countForeignProofs(origins);
      const proofs = counted(count, ['proof names a site that is', 'proofs name sites that are']);
      const fault = `${proofs} neither PUBLIC_ORIGIN nor in FORMER_ORIGINS`;
      return found(origins.join(', '), count === 0 ? null : fault);
    },
    remedy:
      'add the former origin to FORMER_ORIGINS, or do not serve this database: it may be one of the demo',
  },
  {
    name: 'The newest backup in BACKUP_DIR is recent',
    // A network share may be unreachable for a moment, so the repeated checks of a running server decide, not a single
    // look.
    look: async ({ settings: { backups, database }, now, server }) => {
      if (backups === null) return null;
      const { folder } = backups;
      const all = server?.backups ?? (await listBackups(folder, now, extensionOf(database)));
      const [newest] = all;
      const age = newest && `, the newest ${hoursOf(now.getTime() - newest.madeAt.getTime())} old`;
      const missing = newest === undefined ? `there is no backup in ${folder}` : null;
      return found(
        counted(all.length, ['backup', 'backups']) + (age ?? ''),
        server?.backup === undefined
          ? (missing ?? findOverdue(all, backups.everyMs, now))
          : server.backup,
      );
    },
    remedy:
      'check that the server runs and was restarted after BACKUP_DIR was set, and search its log for failed backups',
  },
];

function found(looked: string, fault: string | null | undefined): Findings {
  return { looked, faults: fault == null ? [] : [fault] };
}

const hoursOf = (ms: number): string => counted(Math.round(ms / HOUR_MS), ['hour', 'hours']);

/** False if systemd reports an unsynchronized clock; true also if systemd does not answer. */
async function isSynchronized(): Promise<boolean> {
  const words = ['show', '--property=NTPSynchronized', '--value'];
  const answer = await promisify(execFile)('timedatectl', words, { timeout: 2_000 }).catch(
    () => null,
  );
  return answer?.stdout.trim() !== 'no';
}
