import type { INestApplicationContext } from '@nestjs/common';
import {
  MAX_LIMIT,
  type Leaderboard,
  type LeaderboardQuery,
} from '../leaderboard/leaderboard.schema.js';
import { LeaderboardService } from '../leaderboard/leaderboard.service.js';
import { parseCount, parseWindow } from './arguments.js';
import { newCommand } from './command.js';
import { table } from './table.js';
import { onServices } from './with-database.js';

export const LEADERBOARD = newCommand(
  'leaderboard',
  'show the leaderboard, like GET /api/leaderboard',
  'the leaderboard is printed',
)
  .option('--limit <n>', 'number of wallets', parseCount(MAX_LIMIT), 10)
  .option('--cursor <next>', 'continue after a page: the value of next in its --json output')
  .option(
    '--window <window>',
    'all time (all), this week (week), or one week, such as 2026-W48',
    parseWindow,
    'all',
  )
  .action(onServices(readPage, describe));

function readPage(
  services: INestApplicationContext,
  query: LeaderboardQuery,
): Promise<Leaderboard> {
  return services.get(LeaderboardService).page(query);
}

function describe({ entries, total }: Leaderboard): string {
  if (total === 0) return 'No wallet has a proven recruit yet.';
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
