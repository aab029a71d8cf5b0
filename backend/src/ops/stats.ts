import { z } from 'zod';
import { Clock, dayOf } from '../core/clock.js';
import type { Database } from '../database/database.js';
import { IS_RANKED } from '../database/objects/indexes.js';
import { newCommand } from './command.js';
import { keyValueTable } from './table.js';
import { onDatabase } from './with-database.js';

const count = z.int().nonnegative();

export const statsReportSchema = z.strictObject({
  wallets: count,
  ranked: count,
  claimed: count,
  proven: count,
  revoked: count,
  claimHistory: count,
  banned: count,
  points: z.int(),
  ledgerEntries: count,
  checkInsToday: count,
  openSessions: count,
  operatorActions: count,
});

type Report = z.infer<typeof statsReportSchema>;

const COUNTS = `
SELECT (SELECT count(*) FROM wallet) AS wallets,
  (SELECT count(*) FROM wallet WHERE ${IS_RANKED}) AS ranked,
  (SELECT count(*) FROM referral WHERE status = 'claimed') AS claimed,
  (SELECT count(*) FROM referral WHERE status = 'proven') AS proven,
  (SELECT count(*) FROM revoked_referral) AS revoked,
  (SELECT count(*) FROM claim_history_entry) AS "claimHistory",
  (SELECT count(*) FROM wallet WHERE banned_at IS NOT NULL) AS banned,
  (SELECT coalesce(sum(points), 0) FROM wallet) AS points,
  (SELECT count(*) FROM ledger_entry) AS "ledgerEntries",
  (SELECT count(*) FROM check_in WHERE day = $1) AS "checkInsToday",
  (SELECT count(*) FROM session WHERE revoked_at IS NULL AND expires_at > $2) AS "openSessions",
  (SELECT count(*) FROM audit_log) AS "operatorActions"`;

export const STATS = newCommand(
  'stats',
  'count wallets, referrals, points, sessions and more',
  'the counts are printed',
).action(onDatabase(countAll, describe));

async function countAll({ reader }: Database): Promise<Report> {
  const now = new Clock().now();
  const times = [dayOf(now), now.toISOString()];
  const [report] = await reader.select(statsReportSchema, COUNTS, times);
  return statsReportSchema.parse(report);
}

function describe(stats: Report): string {
  return keyValueTable([
    ['Wallets', stats.wallets],
    ['  on the leaderboard', stats.ranked],
    ['  banned', stats.banned],
    ['Referrals', stats.claimed + stats.proven],
    ['  claimed', stats.claimed],
    ['  proven', stats.proven],
    ['  revoked (not counted)', stats.revoked],
    ['  ended claims (not counted)', stats.claimHistory],
    ['Points', stats.points],
    ['  entries in the ledger', stats.ledgerEntries],
    ['  check-ins today', stats.checkInsToday],
    ['Open sessions', stats.openSessions],
    ['Operator actions', stats.operatorActions],
  ]);
}
