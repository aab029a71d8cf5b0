import { rm } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Gauge, Registry, type Counter } from 'prom-client';
import { Clock } from '../core/clock.js';
import { exists, identityOf } from '../core/files.js';
import { LOG, type Log } from '../core/log.js';
import { PeriodicJob } from '../core/periodic-job.js';
import { within } from '../core/time-limit.js';
import { Verdict } from '../core/verdict.js';
import { counterOf } from '../metrics/outcomes.js';
import { type BackupSettings, Settings } from '../settings.js';
import {
  backupFile,
  findOverdue,
  listBackups,
  prepareBackupFolder,
  removeUnfinishedBackups,
} from './backup-folder.js';
import { makeBackup } from './make-backup.js';

const CHECK_INTERVAL_MS = 300_000;

const MAX_BACKUP_MS = 3_600_000;

const MS = 1_000;

/**
 * Backs up the database while the server runs, if `BACKUP_DIR` is set. The time in the name of the newest backup
 * decides when the next one is due.
 */
@Injectable()
export class BackupSchedule extends PeriodicJob {
  private readonly verdict = new Verdict();
  private folderIdentity = '';
  /** The newest backup that was found or made; null if there was none. */
  private known: string | null = null;
  private readonly outcomes: Counter<'outcome'> | null;

  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
    @Inject(LOG) log: Log,
    registry: Registry,
  ) {
    super(log, 'backups are suspended', CHECK_INTERVAL_MS);
    this.outcomes = settings.backups && measure(registry, settings.backups, clock);
  }

  async run(stop: AbortSignal): Promise<void> {
    const { backups, database } = this.settings;
    // With a wrong clock, the backup would get a wrong name, and the wrong backups could be deleted.
    if (backups === null || this.clock.isDoubtful()) return;
    const { folder, everyMs, keep } = backups;
    const now = this.clock.now();
    const file = backupFile(folder, now, database.kind === 'sqlite' ? 'sqlite' : 'dump');
    try {
      await this.prepareFolder(folder);
      const [newest] = await listBackups(folder, now);
      this.known = newest?.file ?? null;
      if (newest && now.getTime() - newest.madeAt.getTime() < everyMs) {
        this.verdict.add(null);
        return;
      }
      await removeUnfinishedBackups(folder);
      await within(MAX_BACKUP_MS, stop, 'the backup', (signal) =>
        makeBackup(database, file, signal),
      );
      this.known = file;
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
    for (const surplus of (await listBackups(folder, now)).slice(keep)) {
      await rm(surplus.file, { force: true }).catch((error: unknown) =>
        this.log.warn({ file: surplus.file, error: String(error) }, 'backup not deleted'),
      );
    }
  }

  /** Returns undefined if the server makes no backups. */
  async findProblem(): Promise<string | null | undefined> {
    const { backups } = this.settings;
    if (backups === null) return undefined;
    if (this.clock.isDoubtful()) return this.verdict.problem ?? null;
    return this.verdict.problem ?? findOverdue(backups, this.clock.now());
  }

  private async prepareFolder(folder: string): Promise<void> {
    const identity = identityOf(folder);
    if (this.folderIdentity === '') {
      await prepareBackupFolder(folder);
      this.folderIdentity = identityOf(folder);
    } else if (identity !== this.folderIdentity) {
      // Some network file systems change the inode number of a folder. If the folder still has the known backup, it is
      // the same folder.
      if (this.known !== null && (await exists(this.known))) this.folderIdentity = identity;
      else {
        throw new Error(
          `BACKUP_DIR names ${folder}, which was removed, replaced or unmounted since the server started: put the folder back, or restart the server to use the folder that is there now`,
        );
      }
    }
  }
}

function measure(
  registry: Registry,
  { folder, everyMs }: BackupSettings,
  clock: Clock,
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
    async collect() {
      this.reset();
      const now = clock.now();
      const [newest] = await listBackups(folder, now);
      if (newest) this.set((now.getTime() - newest.madeAt.getTime()) / MS);
    },
  });
  return counterOf(registry, 'outcome', ['made', 'failed'], {
    name: 'pyramidion_backups_total',
    help: 'Scheduled backups, by outcome: made, failed',
  });
}
