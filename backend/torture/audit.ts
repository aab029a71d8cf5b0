import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { select } from '../src/database/reader.js';
import { openShell } from '../test/support/shell.js';
import type { Findings } from './report.js';
import type { Receipt, Receipts } from './workload.js';

const referralRow = z.object({
  recruit: z.string(),
  referrer: z.string(),
  status: z.enum(['claimed', 'proven']),
});
const walletRow = z.object({ wallet: z.string() });
const countRow = z.object({ count: z.coerce.number().int() });

type ReferralRow = z.infer<typeof referralRow>;

/** Compares a database with the receipts, and looks for contradictions within the database. */
export async function audit(databaseUrl: string, { byRecruit }: Receipts): Promise<Findings> {
  return reading(databaseUrl, async (source) => {
    const rows = await select(
      source,
      referralRow,
      'SELECT recruit, referrer, status FROM referral',
    );
    const referrals = new Map(rows.map((row) => [row.recruit, row]));
    const visits = await select(source, walletRow, 'SELECT DISTINCT wallet FROM check_in');
    const checkedIn = new Set(visits.map(({ wallet }) => wallet));
    const lost = Array.from(byRecruit).filter(([recruit, receipt]) =>
      isLost(receipt, referrals.get(recruit), checkedIn.has(recruit)),
    );
    const invented = [
      ...rows.filter((row) => !wasSent(row, byRecruit.get(row.recruit))),
      ...visits.filter(({ wallet }) => (byRecruit.get(wallet)?.provenFor ?? null) === null),
    ];
    return {
      lost: lost.length,
      doubled: await count(source, DOUBLED),
      drifted: await count(source, drifted(databaseUrl)),
      invented: invented.length,
    };
  });
}

export async function countIn(databaseUrl: string, sql: string): Promise<number> {
  return reading(databaseUrl, (source) => count(source, sql));
}

export function worseOf(one: Findings, other: Findings): Findings {
  return {
    lost: Math.max(one.lost, other.lost),
    doubled: Math.max(one.doubled, other.doubled),
    drifted: Math.max(one.drifted, other.drifted),
    invented: Math.max(one.invented, other.invented),
  };
}

async function reading<T>(
  databaseUrl: string,
  work: (source: DataSource) => Promise<T>,
): Promise<T> {
  const source = await openShell(databaseUrl);
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}

async function count(source: DataSource, sql: string): Promise<number> {
  const [row] = await select(source, countRow, sql);
  return row?.count ?? 0;
}

function isLost(receipt: Receipt, row: ReferralRow | undefined, checkedIn: boolean): boolean {
  const { acknowledged, claimedFor, provenFor } = receipt;
  if (acknowledged.includes('proven')) {
    return row?.status !== 'proven' || row.referrer !== provenFor || !checkedIn;
  }
  const stands = row?.status === 'proven' || row?.referrer === claimedFor;
  return acknowledged.includes('claimed') && !stands;
}

function wasSent(row: ReferralRow, receipt: Receipt | undefined): boolean {
  return row.referrer === (row.status === 'proven' ? receipt?.provenFor : receipt?.claimedFor);
}

/** Counts duplicates, which the constraints of the database should prevent. */
const DOUBLED = `
SELECT (SELECT count(*) - count(DISTINCT recruit) FROM referral)
  + (SELECT count(*) - count(DISTINCT cause || ' ' || reference || ' ' || wallet) FROM ledger_entry) AS count`;

const TOTALS = `
SELECT address FROM wallet
WHERE direct_recruits <> (SELECT count(*) FROM referral WHERE referrer = address)
  OR proven_recruits <> (SELECT count(*) FROM referral WHERE referrer = address AND status = 'proven')
  OR points <> (SELECT coalesce(sum(points), 0) FROM ledger_entry WHERE wallet = address)
  OR points <> 1000 * (SELECT count(*) FROM referral WHERE referrer = address AND status = 'proven')
    + 100 * (SELECT count(*) FROM check_in WHERE wallet = address)`;

const POINTS = `
SELECT '' AS board, points, count(*) AS wallets FROM wallet WHERE proven_recruits > 0 GROUP BY points
UNION ALL
SELECT week, 1000 * recruits, count(*) FROM (
  SELECT week, referrer, count(*) AS recruits FROM referral WHERE status = 'proven' GROUP BY week, referrer) AS weeks
GROUP BY week, recruits`;

const POINT_COUNT = 'SELECT board, points, wallets FROM internal_point_count';

/** PostgreSQL's files are not checked. */
const DAMAGE = {
  sqlite: "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
  postgres: 'SELECT 0',
};

function drifted(databaseUrl: string): string {
  const kind = databaseUrl.startsWith('sqlite:') ? 'sqlite' : 'postgres';
  return `
SELECT (SELECT count(*) FROM (${TOTALS}) AS wrong)
  + (SELECT count(*) FROM (SELECT * FROM (${POINTS}) AS counted EXCEPT ${POINT_COUNT}) AS missing)
  + (SELECT count(*) FROM (${POINT_COUNT} EXCEPT SELECT * FROM (${POINTS}) AS counted) AS left_over)
  + (SELECT count(*) FROM referral LEFT JOIN log_entry USING (log_index)
      WHERE status = 'proven' AND coalesce(entry, '') NOT LIKE '%"recruit":"' || recruit || '"%')
  + (SELECT count(*) FROM log_entry WHERE entry LIKE '{"action":"prove"%'
      AND log_index NOT IN (SELECT log_index FROM referral WHERE status = 'proven'))
  + (SELECT count(*) FROM referral
      LEFT JOIN wallet ON address IN (recruit, referrer) WHERE address IS NULL)
  + (${DAMAGE[kind]}) AS count`;
}
