import { readBuild } from '../core/build.js';
import { dayOf } from '../core/clock.js';
import type { Database } from '../database/database.js';
import type { Reader } from '../database/reader.js';
import { isPublicOrigin } from '../core/loopback.js';
import type { Problems } from '../operator/problems.schema.js';
import { statusReportSchema, type StatusReport } from '../operator/status-report.js';
import type { Settings } from '../settings.js';
import type { Check } from './doctor/check.js';
import { ROOM_LEFT, checksOfServer, nodesAnswer, serverIsReady } from './doctor/checks/machine.js';
import { examineTogether } from './doctor/examine.js';
import { countRow } from './rows.js';
import { findProblems, RunningServer, localAddress } from './running-server.js';

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

/** Returns the report on the site at `now`. */
export async function gatherStatus(
  database: Database,
  settings: Settings,
  now: Date,
): Promise<StatusReport> {
  const { reader, measureStorage } = database;
  const server = await findServer(settings);
  const [checks, activity] = await Promise.all([
    reader.atOneMoment((manager) =>
      examineTogether({ manager, measureStorage, now }, [
        ...server.checks,
        nodesAnswer(settings, server.problems),
        ROOM_LEFT,
        ...checksOfServer(settings, server.problems),
      ]),
    ),
    gatherActivity(reader, now),
  ]);
  return {
    at: now.toISOString(),
    ...readBuild(),
    origin: settings.publicOrigin,
    warnings: [
      ...settings.warnings,
      ...checks.flatMap(({ faults, remedy }) => faults.map((fault) => `${fault}: ${remedy ?? ''}`)),
    ],
    remarks: [...server.remarks, ...(settings.backups === null ? [NO_BACKUPS] : [])],
    checks: checks.map(({ name, ok, looked }) => ({ name, ok, looked })),
    ...activity,
  };
}

/**
 * Returns the problems that the server on this machine knows, and the check that the server is ready. If no server
 * answers here, the check asks the public origin. Without a public origin there is no check, since this machine may only
 * hold a copy of the database.
 */
async function findServer(settings: Settings): Promise<{
  readonly problems: Problems | null;
  readonly checks: readonly Check[];
  readonly remarks: string[];
}> {
  const { publicOrigin } = settings;
  const address = localAddress(settings);
  if ((await new RunningServer(address).readiness()) !== null) {
    const problems = await findProblems(settings);
    return { problems, checks: [serverIsReady(address, problems)], remarks: [] };
  }
  const absent = `no server answers at ${address}`;
  return isPublicOrigin(publicOrigin)
    ? {
        problems: null,
        checks: [serverIsReady(publicOrigin, null)],
        remarks: [`${absent}, so ${publicOrigin} was checked`],
      }
    : { problems: null, checks: [], remarks: [`${absent}, so only the database was checked`] };
}

async function gatherActivity(reader: Reader, now: Date) {
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
