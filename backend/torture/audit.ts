import type { DataSource } from 'typeorm';
import { z } from 'zod';
import type { DatabaseLocation } from '../src/database/open-database.js';
import { openForReading as openPostgres } from '../src/database/postgres/connection.js';
import { openForReading as openSqlite } from '../src/database/sqlite/connection.js';
import { SCHEMA } from '../src/database/sqlite/schema.js';
import { select } from '../src/database/reader.js';
import { DOUBLED, drifted } from './consistency.js';
import type { Outcome } from './outcome.js';
import type { Receipt, Receipts } from './receipts.js';

/** How far a database is from what was sent and acknowledged, and from itself. */
export type Findings = Pick<Outcome, 'lost' | 'doubled' | 'drifted' | 'invented'>;

/** A database that is as it should be. */
export const SOUND: Findings = { lost: 0, doubled: 0, drifted: 0, invented: 0 };

const referralRow = z.object({
  recruit: z.string(),
  referrer: z.string(),
  status: z.enum(['claimed', 'proven']),
});
const walletRow = z.object({ wallet: z.string() });
const countRow = z.object({ count: z.int() });

type ReferralRow = z.infer<typeof referralRow>;

/** Compares a database with the receipts and with itself. */
export async function audit(
  location: DatabaseLocation,
  { byRecruit }: Receipts,
): Promise<Findings> {
  const source = await open(location);
  const count = async (sql: string): Promise<number> =>
    (await select(source, countRow, sql)).reduce((sum, row) => sum + row.count, 0);
  try {
    const rows = await select(
      source,
      referralRow,
      'SELECT recruit, referrer, status FROM referral',
    );
    const referrals = new Map(rows.map((row) => [row.recruit, row]));
    const visits = await select(source, walletRow, 'SELECT DISTINCT wallet FROM check_in');
    const checkedIn = new Set(visits.map(({ wallet }) => wallet));
    const receipts = Array.from(byRecruit);
    return {
      lost: receipts.filter(([recruit, receipt]) =>
        isLost(receipt, referrals.get(recruit), checkedIn.has(recruit)),
      ).length,
      invented:
        rows.filter((row) => !wasSent(row, byRecruit.get(row.recruit))).length +
        visits.filter(({ wallet }) => (byRecruit.get(wallet)?.provenFor ?? null) === null).length,
      doubled: await count(DOUBLED),
      drifted: await count(drifted(location.kind)),
    };
  } finally {
    await source.destroy();
  }
}

async function open(location: DatabaseLocation): Promise<DataSource> {
  return location.kind === 'sqlite'
    ? openSqlite(location.path, SCHEMA)
    : openPostgres(location.url, 'of a tool');
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
