import { readBuild } from '../core/build.js';
import { dayOf } from '../core/clock.js';
import type { Database } from '../database/database.js';
import type { Reader } from '../database/reader.js';
import { isLoopbackName } from '../http/host.js';
import { statusReportSchema, type StatusReport } from '../operator/status-report.js';
import { askHealth } from '../rpc/node-health.js';
import type { Settings } from '../settings.js';
import { ROOM_LEFT, checksOfServer } from './doctor/checks/machine.js';
import { examine } from './doctor/examine.js';
import { countRow } from './rows.js';
import { RunningServer, localAddress } from './running-server.js';

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
const REPORT_DAYS = 30;

/** How long a Solana node may take to answer, in milliseconds. */
const NODE_TIMEOUT_MS = 5_000;

const MAX_REFERRERS = 10;
const MAX_SUSPECTS = 50;
const MAX_ACTIONS = 10;

const NO_BACKUPS = 'BACKUP_DIR is not set, so the server makes no backups by itself';

/** The claims of these days that were proven later are among the proofs of these days. */
const DAYS = `
SELECT day, sum(sign_ins) AS "signIns", sum(claims) AS claims, sum(proofs) AS proofs FROM (
  SELECT substr(created_at, 1, 10) AS day, 1 AS sign_ins, 0 AS claims, 0 AS proofs FROM session WHERE created_at >= $1
  UNION ALL
  SELECT substr(claimed_at, 1, 10), 0, 1, 0 FROM referral WHERE status = 'claimed' AND claimed_at >= $1
  UNION ALL
  SELECT substr(claimed_at, 1, 10), 0, 1, 0 FROM referral
  WHERE status = 'proven' AND proven_at >= $1 AND claimed_at >= $1 AND claimed_at <> proven_at
  UNION ALL
  SELECT substr(claimed_at, 1, 10), 0, 1, 0 FROM claim_history_entry WHERE claimed_at >= $1
  UNION ALL
  SELECT substr(proven_at, 1, 10), 0, 0, 1 FROM referral WHERE status = 'proven' AND proven_at >= $1) AS event
GROUP BY day`;

const GROWTH = `
SELECT referrer AS wallet, this_week AS week, week_before AS "weekBefore" FROM growth LIMIT ${MAX_REFERRERS}`;

const SUSPECTS = `SELECT wallet, reason FROM suspects LIMIT ${MAX_SUSPECTS}`;

const UNPROVEN = `SELECT count(*) AS count FROM referral WHERE status = 'claimed' AND claimed_at < $1`;

const ACTIONS = `
SELECT acted_at AS "actedAt", action, coalesce(subject, 'everybody') AS subject, why FROM audit_log ORDER BY number DESC LIMIT ${MAX_ACTIONS}`;

/** Returns what the operator should know at `now`. */
export async function gatherStatus(
  database: Database,
  settings: Settings,
  now: Date,
): Promise<StatusReport> {
  const [server, nodes, machine, activity] = await Promise.all([
    checkServer(settings),
    Promise.all(settings.solanaRpcUrls.map(checkNode)),
    examineMachine(database, settings, now),
    gatherActivity(database.reader, now),
  ]);
  const checks = [...server.checks, ...nodes, ...machine];
  return {
    at: now.toISOString(),
    ...readBuild(),
    origin: settings.publicOrigin,
    warnings: [
      ...settings.warnings,
      ...checks.flatMap(({ faults, remedy }) => faults.map((fault) => `${fault}: ${remedy ?? ''}`)),
    ],
    remarks: [...server.remarks, ...(settings.backups === null ? [NO_BACKUPS] : [])],
    checks: checks.map(({ name, looked, faults }) => ({ name, ok: faults.length === 0, looked })),
    ...activity,
  };
}

interface Checked {
  readonly name: string;
  readonly looked: string;
  readonly faults: readonly string[];
  readonly remedy: string | null;
}

/**
 * Checks that the server is ready. If none answers on this machine, the public origin decides whether it runs elsewhere;
 * without one, nothing is known, as on a machine that holds only a copy of the database.
 */
async function checkServer(
  settings: Settings,
): Promise<{ readonly checks: readonly Checked[]; readonly remarks: string[] }> {
  const { publicOrigin } = settings;
  const address = localAddress(settings);
  const status = await new RunningServer(address).readiness();
  if (status !== null) return { checks: [serverCheck(address, status)], remarks: [] };
  const absent = `no server answers at ${address}`;
  if (isLoopbackName(new URL(publicOrigin).hostname)) {
    return { checks: [], remarks: [`${absent}, so only the database was checked`] };
  }
  const check = serverCheck(publicOrigin, await new RunningServer(publicOrigin).readiness());
  return { checks: [check], remarks: [`${absent}, so ${publicOrigin} was asked`] };
}

function serverCheck(address: string, status: number | null): Checked {
  const what = status === null ? 'no server answers' : `the server is not ready (${status})`;
  return {
    name: 'The server is ready',
    looked: address,
    faults: status === 200 ? [] : [`${what} at ${address}`],
    remedy: 'look at its log',
  };
}

/** The address of a node may hold a key, so only its host is named. */
async function checkNode(url: string): Promise<Checked> {
  const response = await askHealth(url, NODE_TIMEOUT_MS);
  const { host } = new URL(url);
  const what = response === null ? 'does not answer' : `answers ${response.status}`;
  return {
    name: 'The Solana node answers',
    looked: host,
    faults: response?.ok === true ? [] : [`the Solana node at ${host} ${what}`],
    remedy: 'balances are not shown until one does',
  };
}

/** Runs doctor's checks of the disk, the running build and the backups. */
function examineMachine({ reader, measureStorage }: Database, settings: Settings, now: Date) {
  return reader.atOneMoment((manager) =>
    examine({ manager, measureStorage, now, yieldLock: () => Promise.resolve() }, [
      ROOM_LEFT,
      ...checksOfServer(settings),
    ]),
  );
}

async function gatherActivity(reader: Reader, now: Date) {
  const daysAgo = (days: number): string => dayOf(new Date(now.getTime() - days * DAY_MS));
  const week = daysAgo(WEEK_DAYS - 1);
  const { shape } = statusReportSchema;
  const [busy, growth, suspects, [unproven], actions] = await Promise.all([
    reader.select(shape.days.element, DAYS, [daysAgo(REPORT_DAYS - 1)]),
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
