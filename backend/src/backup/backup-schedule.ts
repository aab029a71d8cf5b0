import { rm } from 'node:fs/promises';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Gauge, Registry, type Counter } from 'prom-client';
import { Clock } from '../core/clock.js';
import { StartError } from '../core/errors.js';
import { exists, readIdentity } from '../core/files.js';
import { LOG, type Log } from '../core/log.js';
import { PeriodicJob } from '../core/periodic-job.js';
import { within } from '../core/time-limit.js';
import { Verdict } from '../core/verdict.js';
import { counterOf } from '../metrics/outcomes.js';
import { type BackupSettings, Settings } from '../settings.js';
import {
  type Backup,
  backupFile,
  extensionOf,
  findOverdue,
  listBackups,
  prepareBackupFolder,
  removeUnfinishedBackups,
} from './backup-folder.js';
import { makeBackup } from './make-backup.js';

const CHECK_INTERVAL_MS = 300_000;

const MAX_READ_MS = 5_000;

const MAX_BACKUP_MS = 3_600_000;

const MS = 1_000;

/**
 * Backs up the database while the server runs, if `BACKUP_DIR` is set. The time in the name of the newest backup
 * decides when the next one is due.
 */
@Injectable()
export class BackupSchedule extends PeriodicJob implements OnModuleInit {
  private readonly verdict = new Verdict();
  private folderIdentity = '';
  /** The backups of this kind of database that were in the folder when it was last read, newest first. */
  seen: readonly Backup[] = [];
  /** The operation on the folder that has not ended. */
  private pending: string | null = null;
  private readonly outcomes: Counter<'outcome'> | null;

  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
    @Inject(LOG) log: Log,
    registry: Registry,
  ) {
    super(log, 'backups are suspended', CHECK_INTERVAL_MS);
    this.outcomes = settings.backups && measure(registry, settings.backups, () => this.age());
  }

  /** @throws StartError if the folder cannot be used. A folder that hangs does not prevent the start. */
  async onModuleInit(): Promise<void> {
    const { backups } = this.settings;
    if (backups === null) return;
    await this.read(backups.folder, new AbortController().signal).catch((error: unknown) => {
      if (error instanceof StartError) throw error;
    });
  }

  async run(stop: AbortSignal): Promise<void> {
    const { backups, database } = this.settings;
    // With a wrong clock, the backup would get a wrong name, and the wrong backups could be deleted.
    if (backups === null || this.clock.isDoubtful()) return;
    const { folder, everyMs, keep } = backups;
    const now = this.clock.now();
    const file = backupFile(folder, now, extensionOf(database));
    try {
      await this.read(folder, stop);
      const [newest] = this.seen;
      if (newest && now.getTime() - newest.madeAt.getTime() < everyMs) {
        this.verdict.add(null);
        return;
      }
      await this.access(MAX_BACKUP_MS, stop, 'the backup', async (signal) => {
        await removeUnfinishedBackups(folder);
        await makeBackup(database, file, signal);
        await this.list(folder);
      });
      this.verdict.add(null);
      this.outcomes?.inc({ outcome: 'made' });
      this.log.info({ file }, 'backed up');
    } catch (error) {
      if (stop.aborted) {
        this.log.info({ file }, 'backup cancelled');
        return;
      }
      this.verdict.add(String(error));
      this.outcomes?.inc({ outcome: 'failed' });
      this.log.error({ file, error: String(error) }, 'backup failed');
      return;
    }
    await this.access(MAX_READ_MS, stop, 'deleting surplus backups', async () => {
      // Backups of a former kind of database age, too.
      for (const surplus of (await listBackups(folder, now)).slice(keep)) {
        await rm(surplus.file, { force: true }).catch((error: unknown) =>
          this.log.warn({ file: surplus.file, error: String(error) }, 'backup not deleted'),
        );
      }
      await this.list(folder);
    });
  }

  /** Returns undefined if the server makes no backups. */
  findProblem(): string | null | undefined {
    const { backups } = this.settings;
    if (backups === null) return undefined;
    if (this.clock.isDoubtful()) return this.verdict.problem ?? null;
    return this.verdict.problem ?? findOverdue(this.seen, backups.everyMs, this.clock.now());
  }

  private async read(folder: string, stop: AbortSignal): Promise<void> {
    await this.access(MAX_READ_MS, stop, `reading BACKUP_DIR ${folder}`, async () => {
      await this.prepareFolder(folder);
      await this.list(folder);
    });
  }

  private async list(folder: string): Promise<void> {
    const { database } = this.settings;
    this.seen = await listBackups(folder, this.clock.now(), extensionOf(database));
  }

  /**
   * Runs one operation on the folder at a time. An operation that hangs occupies one of Node's four threads for files,
   * which SQLite needs, too.
   */
  private async access(
    limitMs: number,
    stop: AbortSignal,
    what: string,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    if (this.pending !== null) throw new Error(`${this.pending} has not ended`);
    this.pending = what;
    const end = (): void => {
      this.pending = null;
      process.off('exit', killAtOnce);
    };
    await within(limitMs, stop, what, (signal) => work(signal).finally(end)).finally(() => {
      if (this.pending !== null) process.on('exit', killAtOnce);
    });
  }

  private age(): number | null {
    const [newest] = this.seen;
    return newest === undefined ? null : this.clock.now().getTime() - newest.madeAt.getTime();
  }

  private async prepareFolder(folder: string): Promise<void> {
    if (this.folderIdentity === '') await prepareBackupFolder(folder);
    const identity = await readIdentity(folder);
    if (this.folderIdentity === '') this.folderIdentity = identity;
    if (identity !== this.folderIdentity) {
      const [newest] = this.seen;
      // Some network file systems change the inode number of a folder. If the folder still has the known backup, it is
      // the same folder.
      if (newest !== undefined && (await exists(newest.file))) this.folderIdentity = identity;
      else {
        throw new Error(
          `BACKUP_DIR names ${folder}, which was removed, replaced or unmounted since the server started: put the folder back, or restart the server to use the folder that is there now`,
        );
      }
    }
  }
}

/** Node waits at its exit for operations on files, which could hang. */
function killAtOnce(): void {
  process.kill(process.pid, 'SIGKILL');
}

function measure(
  registry: Registry,
  { everyMs }: BackupSettings,
  ageMs: () => number | null,
): Counter<'outcome'> {
  new Gauge({
    name: 'pyramidion_backup_interval_seconds',
    help: 'Interval between backups, as set by BACKUP_EVERY',
    registers: [registry],
  }).set(everyMs / MS);
  new Gauge({
    name: 'pyramidion_backup_age_seconds',
    help: 'Age of the newest backup in BACKUP_DIR; missing if there is none',
    registers: [registry],
    collect() {
      this.reset();
      const age = ageMs();
      if (age !== null) this.set(age / MS);
    },
  });
  return counterOf(registry, 'outcome', ['made', 'failed'], {
    name: 'pyramidion_backups_total',
    help: 'Scheduled backups, by outcome: made, failed',
  });
}
