import { z } from 'zod';
import { readBuild } from '../core/build.js';
import { Clock, dayOf } from '../core/clock.js';
import type { Database } from '../database/database.js';
import type { Reader } from '../database/reader.js';
import { loadSettings, type Settings } from '../settings.js';
import { walletAddressSchema } from '../wallet/address.js';
import { newCommand } from './command.js';
import { ROOM_LEFT, checksOfServer } from './doctor/checks/machine.js';
import { examine } from './doctor/examine.js';
import { countRow } from './rows.js';
import { RunningServer } from './running-server.js';
import { keyValueTable, table } from './table.js';
import { onDatabase } from './with-database.js';

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;

/** How long a Solana node may take to answer, in milliseconds. */
const NODE_TIMEOUT_MS = 5_000;

/** Rows of each table, at most. */
const MOST = 5;

const count = z.coerce.number().int();

/** What `status` prints with `--json`. */
export const statusReportSchema = z.strictObject({
  version: z.string(),
  build: z.string(),
  origin: z.string(),
  /** What is wrong, a sentence each. */
  warnings: z.array(z.string()),
  /** What was checked, by the name of the check. */
  looked: z.record(z.string(), z.string()),
  /** The last 7 UTC days, the newest first. */
  days: z.array(z.object({ day: z.iso.date(), signIns: count, claims: count, proofs: count })),
  /** Proven recruits in the last 7 days, and in the 7 before. */
  growth: z.array(z.object({ wallet: walletAddressSchema, week: count, weekBefore: count })),
  suspects: z.array(z.object({ wallet: walletAddressSchema, reason: z.string() })),
  /** Claims that have waited for a proof for 7 days or more. */
  unproven: count,
  actions: z.array(
    z.object({
      actedAt: z.iso.datetime(),
      action: z.string(),
      subject: z.string(),
      why: z.string(),
    }),
  ),
});

type StatusReport = z.infer<typeof statusReportSchema>;

/** A claim of these days that was proven since was proven on these days, too: one scan of the proofs finds both. */
const DAYS = `
WITH recent AS MATERIALIZED (
  SELECT claimed_at, proven_at FROM referral WHERE status = 'proven' AND proven_at >= $1)
SELECT day, sum(sign_ins) AS "signIns", sum(claims) AS claims, sum(proofs) AS proofs FROM (
  SELECT substr(created_at, 1, 10) AS day, 1 AS sign_ins, 0 AS claims, 0 AS proofs FROM session WHERE created_at >= $1
  UNION ALL
  SELECT substr(claimed_at, 1, 10), 0, 1, 0 FROM referral WHERE status = 'claimed' AND claimed_at >= $1
  UNION ALL
  SELECT substr(claimed_at, 1, 10), 0, 1, 0 FROM recent WHERE claimed_at >= $1 AND claimed_at <> proven_at
  UNION ALL
  SELECT substr(claimed_at, 1, 10), 0, 1, 0 FROM claim_history WHERE claimed_at >= $1
  UNION ALL
  SELECT substr(proven_at, 1, 10), 0, 0, 1 FROM recent) AS event
GROUP BY day`;

/** Materialized, or SQLite would walk the index by referrer and fetch every referral by it: 7 s for 1,000,000 wallets. */
const GROWTH = `
WITH recent AS MATERIALIZED (
  SELECT referrer, proven_at FROM referral WHERE status = 'proven' AND proven_at >= $1)
SELECT referrer AS wallet, count(CASE WHEN proven_at >= $2 THEN 1 END) AS week,
  count(CASE WHEN proven_at < $2 THEN 1 END) AS "weekBefore"
FROM recent GROUP BY referrer ORDER BY week DESC, "weekBefore" DESC, referrer LIMIT ${MOST}`;

const UNPROVEN = `SELECT count(*) AS count FROM referral WHERE status = 'claimed' AND claimed_at < $1`;

const ACTIONS = `
SELECT acted_at AS "actedAt", action, subject, why FROM audit_log ORDER BY number DESC LIMIT ${MOST}`;

export const STATUS = newCommand(
  'status',
  'show on one screen whether all is well: server, backups, disk, node, the last days, suspects',
  'all is well',
  'something is wrong: a warning says what',
).action(
  onDatabase(
    (database) => gatherStatus(database, loadSettings(), new Clock().now()),
    describe,
    ({ warnings }) => warnings.length === 0,
  ),
);

/** Returns what the operator should know at `now`, and what is wrong. */
export async function gatherStatus(
  database: Database,
  settings: Settings,
  now: Date,
): Promise<StatusReport> {
  const [server, nodes, machine, activity] = await Promise.all([
    serverWarnings(settings),
    Promise.all(settings.solanaRpcUrls.map(nodeWarnings)),
    examineMachine(database, settings, now),
    gatherActivity(database.reader, now),
  ]);
  return {
    ...readBuild(),
    origin: settings.publicOrigin,
    warnings: [
      ...server,
      ...nodes.flat(),
      ...machine.flatMap(({ faults, remedy }) =>
        faults.map((fault) => `${fault}: ${remedy ?? ''}`),
      ),
    ],
    looked: Object.fromEntries(machine.map(({ name, looked }) => [name, looked])),
    ...activity,
  };
}

async function serverWarnings(settings: Settings): Promise<string[]> {
  const server = new RunningServer(settings);
  const status = await server.readiness();
  if (status === 200) return [];
  const what = status === null ? 'no server answers' : `the server is not ready (${status})`;
  return [`${what} at ${server.address}: look at its log`];
}

/** The address of a node may hold a key, so only its host is named. */
async function nodeWarnings(url: string): Promise<string[]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getHealth' }),
    signal: AbortSignal.timeout(NODE_TIMEOUT_MS),
  }).catch(() => null);
  await response?.body?.cancel();
  if (response?.ok === true) return [];
  const what = response === null ? 'does not answer' : `answers ${response.status}`;
  return [`the Solana node at ${new URL(url).host} ${what}: balances are not shown until one does`];
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
    reader.select(shape.days.element, DAYS, [week]),
    reader.select(shape.growth.element, GROWTH, [daysAgo(2 * WEEK_DAYS - 1), week]),
    reader.select(shape.suspects.element, 'SELECT wallet, reason FROM suspects'),
    reader.select(countRow, UNPROVEN, [week]),
    reader.select(shape.actions.element, ACTIONS),
  ]);
  const days = Array.from({ length: WEEK_DAYS }, (_, index) => {
    const day = daysAgo(index);
    return busy.find((other) => other.day === day) ?? { day, signIns: 0, claims: 0, proofs: 0 };
  });
  return { days, growth, suspects, unproven: unproven?.count ?? 0, actions };
}

function describe(report: StatusReport): string {
  const { version, build, origin, warnings, looked, days, growth, suspects, actions } = report;
  return [
    keyValueTable([
      ['Version', `${version}, build ${build}`],
      ['Origin', origin],
      ...Object.entries(looked),
      ['Claims unproven for a week', report.unproven],
    ]),
    warnings.length === 0
      ? 'All is well.'
      : table(
          ['Warnings'],
          warnings.map((one) => [one]),
        ),
    table(['Day (UTC)', 'Sign-ins', 'Claims', 'Proofs'], days),
    listOr('No recruit was proven in two weeks.', ['Proven recruits of', 'Week', 'Before'], growth),
    listOr('No suspects.', ['Suspects', 'Why'], suspects.slice(0, MOST)),
    listOr('No operator actions.', ['Last actions', 'Action', 'Subject', 'Why'], actions),
  ].join('\n\n');
}

function listOr(
  otherwise: string,
  headings: readonly string[],
  rows: readonly Readonly<Record<string, string | number>>[],
): string {
  return rows.length === 0 ? otherwise : table(headings, rows);
}
