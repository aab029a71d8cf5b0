import { Injectable } from '@nestjs/common';
import { readBuild } from '../core/build.js';
import { Clock, dayOf } from '../core/clock.js';
import { SharedPromise } from '../core/shared-promise.js';
import { Database } from '../database/database.js';
import type { Reader } from '../database/reader.js';
import { countRow } from '../database/rows.js';
import { ROOM_LEFT, checksOfSite, mintExists, nodesAnswer } from '../doctor/checks/machine.js';
import { examineTogether } from '../doctor/examine.js';
import { Settings } from '../settings.js';
import { ServerView } from './server-view.js';
import { statusReportSchema, type StatusReport } from './status-report.js';

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
const REPORT_DAYS = 30;

const MAX_REFERRERS = 10;
const MAX_SUSPECTS = 50;
const MAX_ACTIONS = 10;

const NO_BACKUPS = 'BACKUP_DIR is not set, so the server makes no backups by itself';

/**
 * Counts events by day since $1. Claims that were proven since then are counted from the proven referrals.
 * @param claims SELECTs that count the unproven claims
 */
const daysSql = (claims: readonly string[]): string => `
SELECT day, sum(sign_ins) AS "signIns", sum(claims) AS claims, sum(proofs) AS proofs FROM (
  SELECT substr(created_at, 1, 10) AS day, 1 AS sign_ins, 0 AS claims, 0 AS proofs FROM session WHERE created_at >= $1
  UNION ALL
  SELECT substr(claimed_at, 1, 10), 0, 1, 0 FROM referral
  WHERE status = 'proven' AND proven_at >= $1 AND claimed_at >= $1 AND claimed_at <> proven_at
  UNION ALL
  SELECT substr(claimed_at, 1, 10), 0, 1, 0 FROM claim_history_entry WHERE claimed_at >= $1
  UNION ALL
  SELECT substr(proven_at, 1, 10), 0, 0, 1 FROM referral WHERE status = 'proven' AND proven_at >= $1
  UNION ALL
  ${claims.join('\n  UNION ALL ')}) AS event
GROUP BY day`;

/** Counts the unproven claims of a day by a range of the index, since grouping a million claims by day takes 0.3 s. */
const claimsOf = (day: string, next: string): string => `
  SELECT '${day}', 0, count(*), 0 FROM referral
  WHERE status = 'claimed' AND claimed_at >= '${day}' AND claimed_at < '${next}'`;

const GROWTH = `
SELECT referrer AS wallet, this_week AS week, week_before AS "weekBefore" FROM growth LIMIT ${MAX_REFERRERS}`;

const SUSPECTS = `SELECT wallet, reason FROM suspects LIMIT ${MAX_SUSPECTS}`;

const UNPROVEN = `SELECT count(*) AS count FROM referral WHERE status = 'claimed' AND claimed_at < $1`;

const ACTIONS = `
SELECT acted_at AS "actedAt", action, coalesce(subject, CASE action WHEN 'sign-out-all' THEN 'everybody' ELSE 'the log' END) AS subject, why FROM audit_log ORDER BY number DESC LIMIT ${MAX_ACTIONS}`;

/** Lifetime of a report, in milliseconds. Its queries take 2 s for 1,000,000 wallets. */
const FRESH_MS = 10_000;

/** Reports whether all is well, for the operator's page and `ops status`. */
@Injectable()
export class StatusService {
  private readonly newest = new SharedPromise(() => this.gather(), FRESH_MS);

  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly server: ServerView,
  ) {}

  /** Returns a report that is at most 10 s old. Concurrent requests share one. */
  read(): Promise<StatusReport> {
    return this.newest.get();
  }

  private async gather(): Promise<StatusReport> {
    const { database, settings } = this;
    const { costlyReader: reader, measureStorage } = database;
    const now = this.clock.now();
    const { problems, checks: checksOfServer, remarks } = await this.server.look();
    const [checks, activity] = await Promise.all([
      reader.read((manager) =>
        examineTogether({ manager, measureStorage, now }, [
          ...checksOfServer,
          nodesAnswer(settings, problems),
          ...mintExists(settings),
          ROOM_LEFT,
          ...checksOfSite(settings, problems),
        ]),
      ),
      readActivity(reader, now),
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
}

async function readActivity(reader: Reader, now: Date) {
  const daysAgo = (days: number): string => dayOf(new Date(now.getTime() - days * DAY_MS));
  const week = daysAgo(WEEK_DAYS - 1);
  const claims = Array.from({ length: REPORT_DAYS }, (_, index) =>
    claimsOf(daysAgo(index), daysAgo(index - 1)),
  );
  const { shape } = statusReportSchema;
  const [busy, growth, suspects, [unproven], actions] = await Promise.all([
    reader.select(shape.days.element, daysSql(claims), [daysAgo(REPORT_DAYS - 1)]),
    reader.select(shape.growth.element, GROWTH),
    reader.select(shape.suspects.element, SUSPECTS),
    reader.select(countRow, UNPROVEN, [week]),
    reader.select(shape.actions.element, ACTIONS),
  ]);
  const days = Array.from({ length: REPORT_DAYS }, (_, index) => {
    const day = daysAgo(index);
    const { signIns = 0, claims = 0, proofs = 0 } = busy.find((other) => other.day === day) ?? {};
    return { day, signIns: index < WEEK_DAYS ? signIns : null, claims, proofs };
  });
  return { days, growth, suspects, unproven: unproven?.count ?? 0, actions };
}
