import {
  MAX_LIMIT,
  type Leaderboard,
  type LeaderboardQuery,
} from '../leaderboard/leaderboard.schema.js';
import { Clock } from '../core/clock.js';
import type { Database } from '../database/database.js';
import { ClaimTerm } from '../referral/claim-term.js';
import { loadSettings } from '../settings.js';
import { LeaderboardService } from '../leaderboard/leaderboard.service.js';
import { parseCount, parseWindow } from './arguments.js';
import { newCommand } from './command.js';
import { table } from './table.js';
import { onDatabase } from './with-database.js';

export const LEADERBOARD = newCommand(
  'leaderboard',
  'show the best wallets, as GET /api/leaderboard does',
  'it is shown',
)
  .option('--limit <n>', 'how many', parseCount(MAX_LIMIT), 10)
  .option('--cursor <next>', 'go on after a page: what it has as next, with --json')
  .option(
    '--window <window>',
    'of all time (all), this week (week), or a week like 2026-W48',
    parseWindow,
    'all',
  )
  .action(onDatabase(readPage, describe));

function readPage({ reader }: Database, query: LeaderboardQuery): Promise<Leaderboard> {
  const clock = new Clock();
  return new LeaderboardService(reader, new ClaimTerm(clock, loadSettings()), clock).page(query);
}

function describe({ entries, total }: Leaderboard): string {
  if (total === 0) return 'Nobody has recruited anybody yet.';
  const rows = entries.map((entry) => [
    entry.rank,
    entry.wallet,
    entry.recruits,
    entry.provenRecruits,
    entry.points,
    entry.pendingPoints,
  ]);
  return `${table(['Rank', 'Wallet', 'Recruits', 'Proven', 'Points', 'Pending'], rows)}
${entries.length} of ${total.toLocaleString('en')} wallets with a proven recruit.`;
}
