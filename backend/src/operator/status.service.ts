import { Injectable } from '@nestjs/common';
import { readBuild } from '../core/build.js';
import { Clock, dayOf } from '../core/clock.js';
import { SharedPromise } from '../core/shared-promise.js';
import { toError } from '../core/errors.js';
import { Database } from '../database/database.js';
import { ServerProbe } from '../health/running-server.js';
import { Settings } from '../settings.js';
import { ActivityRepository } from './activity.repository.js';
import { SITE_CHECKS, type Site, type SiteCheck } from './site-checks.js';
import type { StatusReport } from './status-report.js';

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;

const NO_BACKUPS = 'BACKUP_DIR is not set, so the server makes no backups by itself';

/** Time for which a status report is reused, because its queries are slow on a large database. */
const FRESH_MS = 10_000;

@Injectable()
export class StatusService {
  private readonly newest = new SharedPromise(() => this.gather(), FRESH_MS);

  constructor(
    private readonly database: Database,
    private readonly activity: ActivityRepository,
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly probe: ServerProbe,
  ) {}

  /** Returns a report that was finished at most 10 s ago. */
  read(): Promise<StatusReport> {
    return this.newest.get();
  }

  private async gather(): Promise<StatusReport> {
    const { settings } = this;
    const now = this.clock.now();
    const [{ checks, remarks }, activity] = await Promise.all([
      this.check(now),
      this.readActivity(now),
    ]);
    return {
      at: now.toISOString(),
      ...readBuild(),
      origin: settings.publicOrigin,
      warnings: [...settings.warnings, ...checks.flatMap(({ warnings }) => warnings)],
      remarks: [...remarks, ...(settings.backups === null ? [NO_BACKUPS] : [])],
      checks: checks.map(({ name, ok, looked }) => ({ name, ok, looked })),
      ...activity,
    };
  }

  private async check(now: Date) {
    const { settings, database } = this;
    const { measureStorage, costlyReading } = database;
    const state = await this.probe.state();
    const server = typeof state === 'string' ? null : state;
    const site = {
      settings,
      manager: costlyReading.manager,
      measureStorage,
      now,
      server,
    };
    const checks = await Promise.all(SITE_CHECKS.map((check) => examine(check, site)));
    return {
      checks: checks.flat(),
      remarks: typeof state === 'string' ? [`${state}, so its own state was not checked`] : [],
    };
  }

  private async readActivity(now: Date) {
    const timeAgo = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
    const daysAgo = (days: number): string => dayOf(timeAgo(days));
    const lastDays = Array.from({ length: WEEK_DAYS }, (_, index) => daysAgo(index));
    const [busy, growth, suspects, unproven, actions] = await Promise.all([
      this.activity.days(lastDays, daysAgo(-1)),
      this.activity.growth(),
      this.activity.suspects(),
      this.activity.countUnproven(timeAgo(WEEK_DAYS)),
      this.activity.newestActions(),
    ]);
    const days = lastDays.map(
      (day) => busy.find((other) => other.day === day) ?? { day, signIns: 0, claims: 0, proofs: 0 },
    );
    return { days, growth, suspects, unproven, actions };
  }
}

async function examine({ name, remedy, look }: SiteCheck, site: Site) {
  const found = await look(site).catch((error: unknown) => ({
    looked: 'nothing',
    faults: [`it could not be checked: ${toError(error).message}`],
  }));
  if (found === null) return [];
  const { looked, faults } = found;
  const warnings = faults.map((fault) => `${fault}: ${remedy}`);
  return [{ name, looked, ok: faults.length === 0, warnings }];
}
