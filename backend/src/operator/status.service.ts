import { Injectable } from '@nestjs/common';
import { readBuild } from '../core/build.js';
import { Clock, dayOf } from '../core/clock.js';
import { SharedPromise } from '../core/shared-promise.js';
import { Database } from '../database/database.js';
import { ROOM_LEFT, checksOfSite, mintExists, nodesAnswer } from '../doctor/checks/machine.js';
import { examineTogether } from '../doctor/examine.js';
import { Settings } from '../settings.js';
import { ActivityRepository } from './activity.repository.js';
import { ServerView } from './server-view.js';
import type { StatusReport } from './status-report.js';

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
const REPORT_DAYS = 30;

const NO_BACKUPS = 'BACKUP_DIR is not set, so the server makes no backups by itself';

/** Lifetime of a report, in milliseconds. Its queries take 2 s for 1,000,000 wallets. */
const FRESH_MS = 10_000;

/** Reports whether all is well, for the operator's page and `ops status`. */
@Injectable()
export class StatusService {
  private readonly newest = new SharedPromise(() => this.gather(), FRESH_MS);

  constructor(
    private readonly database: Database,
    private readonly activity: ActivityRepository,
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly server: ServerView,
  ) {}

  /** Returns a report that is at most 10 s old. Concurrent requests share one. */
  read(): Promise<StatusReport> {
    return this.newest.get();
  }

  private async gather(): Promise<StatusReport> {
    const { settings } = this;
    const { costlyReading, measureStorage } = this.database;
    const { manager } = costlyReading;
    const now = this.clock.now();
    const { problems, checks: checksOfServer, remarks } = await this.server.look();
    const [checks, activity] = await Promise.all([
      examineTogether({ manager, measureStorage, now }, [
        ...checksOfServer,
        nodesAnswer(settings, problems),
        ...mintExists(settings),
        ROOM_LEFT,
        ...checksOfSite(settings, problems),
      ]),
      this.readActivity(now),
    ]);
    return {
      at: now.toISOString(),
      ...readBuild(),
      origin: settings.publicOrigin,
      warnings: [
        ...settings.warnings,
        ...checks.flatMap(({ faults, remedy }) =>
          faults.map((fault) => `${fault}: ${remedy ?? ''}`),
        ),
      ],
      remarks: [...remarks, ...(settings.backups === null ? [NO_BACKUPS] : [])],
      checks: checks.map(({ name, ok, looked }) => ({ name, ok, looked })),
      ...activity,
    };
  }

  private async readActivity(now: Date) {
    const daysAgo = (days: number): string => dayOf(new Date(now.getTime() - days * DAY_MS));
    const lastDays = Array.from({ length: REPORT_DAYS }, (_, index) => daysAgo(index));
    const [busy, growth, suspects, unproven, actions] = await Promise.all([
      this.activity.days(lastDays, daysAgo(-1)),
      this.activity.growth(),
      this.activity.suspects(),
      this.activity.countUnproven(daysAgo(WEEK_DAYS - 1)),
      this.activity.newestActions(),
    ]);
    const days = lastDays.map((day, index) => {
      const { signIns = 0, claims = 0, proofs = 0 } = busy.find((other) => other.day === day) ?? {};
      return { day, signIns: index < WEEK_DAYS ? signIns : null, claims, proofs };
    });
    return { days, growth, suspects, unproven, actions };
  }
}
