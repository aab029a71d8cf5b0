import type { Command } from 'commander';
import type { Leaderboard } from '../leaderboard/leaderboard.schema.js';
import { leaderboardQuerySchema } from '../leaderboard/leaderboard.schema.js';
import { LeaderboardService } from '../leaderboard/leaderboard.service.js';
import { parseCount } from './arguments.js';
import type { CommonOptions } from './command.js';
import { conclude, newCommand } from './command.js';
import { table } from './table.js';
import { withDatabase } from './with-database.js';

const MAX_LIMIT = 100;

interface Options extends CommonOptions {
  readonly limit: number;
  readonly cursor?: string;
}

/** `leaderboard`: a page of what GET /api/leaderboard answers. */
export function leaderboardCommand(): Command {
  return newCommand('leaderboard', 'show the best wallets, as GET /api/leaderboard does', {
    well: 'it is shown',
    notWell: null,
  })
    .option('--limit <n>', 'how many', parseCount(MAX_LIMIT), 10)
    .option('--cursor <next>', 'go on after a page: what it has as next, with --json')
    .action(async ({ limit, cursor, ...common }: Options) =>
      conclude(common, () =>
        withDatabase(async ({ reader }) => {
          const report = await new LeaderboardService(reader).page(
            leaderboardQuerySchema.parse({ limit, cursor }),
          );
          return { ok: true, report, text: describe(report) };
        }),
      ),
    );
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
  return [
    table(['Rank', 'Wallet', 'Recruits', 'Proven', 'Points', 'Pending'], rows),
    `${entries.length} of ${total.toLocaleString('en')} wallets with a recruit.`,
  ].join('\n');
}
