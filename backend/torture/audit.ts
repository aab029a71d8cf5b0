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

/** Compares a database with the receipts and with itself. */
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

/** The number that a query for one `count` answers with. */
export async function countIn(databaseUrl: string, sql: string): Promise<number> {
  return reading(databaseUrl, (source) => count(source, sql));
}

/** The worse of two findings, figure by figure. */
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

/** An acknowledged proof stands as it was signed; an acknowledged claim stands, or a proof has taken its place. */
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

/** Recruits and ledger entries that are there more than once, counted; nothing here relies on an index or a trigger. */
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

/** Who is before whom, spelled as the ranking spells it, from the totals alone. */
const PLACE = {
  sqlite: `printf('%08X%08X%08X', 2147483647 - points, 4294967295 - direct_recruits, joined_number)`,
  postgres: `upper(lpad(to_hex(2147483647 - points), 8, '0')
    || lpad(to_hex(4294967295 - direct_recruits), 8, '0') || lpad(to_hex(joined_number), 8, '0')) COLLATE "C"`,
};

/** The same for a week, from its recruits. */
const PLACE_OF_WEEK = {
  sqlite: `printf('%08X%08X%08X', 2147483647, 4294967295 - recruits, joined_number)`,
  postgres: `'7FFFFFFF' || upper(lpad(to_hex(4294967295 - recruits), 8, '0') || lpad(to_hex(joined_number), 8, '0')) COLLATE "C"`,
};

const recounted = (place: string, placeOfWeek: string): string => `
SELECT board, digits, substr(place, 1, digits) AS prefix, count(*) AS wallets
FROM (
  SELECT '' AS board, ${place} AS place FROM wallet WHERE proven_recruits > 0
  UNION ALL SELECT week, ${placeOfWeek} FROM (
    SELECT week, joined_number, count(*) AS recruits FROM referral JOIN wallet ON address = referrer
    WHERE status = 'proven' GROUP BY week, joined_number) AS weeks) AS places
CROSS JOIN (
  SELECT column1 AS digits
  FROM (VALUES (0), (4), (6), (8), (12), (14), (16), (20), (21)) AS numbers) AS levels
GROUP BY 1, 2, 3`;

/** What a node of the ranking has may be spread over several rows. */
const STANDING = `
SELECT board, digits, prefix, sum(wallets) AS wallets FROM rank_count GROUP BY 1, 2, 3 HAVING sum(wallets) <> 0`;

/** What the database itself finds wrong with its file. */
const DAMAGE = {
  sqlite: "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
  postgres: 'SELECT 0',
};

/** Wallets whose totals, and rows of the ranking that, are not what a count by hand gives; and proofs without a number. */
function drifted(databaseUrl: string): string {
  const kind = databaseUrl.startsWith('sqlite:') ? 'sqlite' : 'postgres';
  const byHand = recounted(PLACE[kind], PLACE_OF_WEEK[kind]);
  return `
SELECT (SELECT count(*) FROM (${TOTALS}) AS wrong)
  + (SELECT count(*) FROM (SELECT * FROM (${byHand}) AS counted EXCEPT SELECT * FROM (${STANDING}) AS kept) AS missing)
  + (SELECT count(*) FROM (SELECT * FROM (${STANDING}) AS kept EXCEPT SELECT * FROM (${byHand}) AS counted) AS left_over)
  + (SELECT count(*) FROM referral WHERE (status = 'proven') <> (proof_number IS NOT NULL))
  + (SELECT count(*) FROM referral
      LEFT JOIN wallet ON address IN (recruit, referrer) WHERE address IS NULL)
  + (${DAMAGE[kind]}) AS count`;
}
