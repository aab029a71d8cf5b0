import type { Command } from 'commander';
import { leaderboardQuerySchema } from '../leaderboard/leaderboard.schema.js';
import { Clock } from '../core/clock.js';
import { ClaimTerm } from '../referral/claim-term.js';
import { loadSettings } from '../settings.js';
import { LeaderboardService } from '../leaderboard/leaderboard.service.js';
import { parseCount } from './arguments.js';
import { concluding, newCommand } from './command.js';
import { table } from './table.js';
import { withDatabase } from './with-database.js';

const MAX_LIMIT = 100;

interface Options {
  readonly limit: number;
  readonly cursor?: string;
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
    .action(
      concluding(async ({ limit, cursor }: Options) => {
        const report = await withDatabase(({ reader }) =>
          new LeaderboardService(reader, new ClaimTerm(new Clock(), loadSettings())).page(
            leaderboardQuerySchema.parse({ limit, cursor }),
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
