import type { Command } from 'commander';
import { leaderboardQuerySchema } from '../leaderboard/leaderboard.schema.js';
import { Clock } from '../core/clock.js';
import { ClaimTerm } from '../referral/claim-term.js';
import { loadSettings } from '../settings.js';
import { LeaderboardService } from '../leaderboard/leaderboard.service.js';
import { parseCount, parseWeek } from './arguments.js';
import { concluding, newCommand } from './command.js';
import { table } from './table.js';
import { withDatabase } from './with-database.js';

const MAX_LIMIT = 100;

interface Options {
  readonly limit: number;
  readonly cursor?: string;
  readonly window: string;
}

function parseWindow(text: string): string {
  return ['all', 'week'].includes(text) ? text : parseWeek(text);
}

/** `leaderboard`: a page of what GET /api/leaderboard answers. */
export function leaderboardCommand(): Command {
  return newCommand(
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
    .action(
      concluding(async ({ limit, cursor, window }: Options) => {
        const clock = new Clock();
        const report = await withDatabase(({ reader }) =>
          new LeaderboardService(reader, new ClaimTerm(clock, loadSettings()), clock).page(
            leaderboardQuerySchema.parse({ limit, cursor, window }),
          ),
        );
        const { entries, total } = report;
        if (total === 0) return { report, text: 'Nobody has recruited anybody yet.' };
        const rows = entries.map((entry) => [
          entry.rank,
          entry.wallet,
          entry.recruits,
          entry.provenRecruits,
          entry.points,
          entry.pendingPoints,
        ]);
        const text = `${table(['Rank', 'Wallet', 'Recruits', 'Proven', 'Points', 'Pending'], rows)}
${entries.length} of ${total.toLocaleString('en')} wallets with a proven recruit.`;
        return { report, text };
      }),
    );
}
