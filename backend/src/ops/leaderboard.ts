import { leaderboardQuerySchema, type Leaderboard } from '../leaderboard/leaderboard.schema.js';
import { Clock } from '../core/clock.js';
import { ClaimTerm } from '../referral/claim-term.js';
import { loadSettings } from '../settings.js';
import { LeaderboardService } from '../leaderboard/leaderboard.service.js';
import { parseCount, parseWindow } from './arguments.js';
import { newCommand, reporting } from './command.js';
import { table } from './table.js';
import { withDatabase } from './with-database.js';

const MAX_LIMIT = 100;

interface Options {
  readonly limit: number;
  readonly cursor?: string;
  readonly window: string;
}

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
  .action(reporting(readPage, describe));

async function readPage({ limit, cursor, window }: Options): Promise<Leaderboard> {
  const clock = new Clock();
  const query = leaderboardQuerySchema.parse({ limit, cursor, window });
  return withDatabase(({ reader }) =>
    new LeaderboardService(reader, new ClaimTerm(clock, loadSettings()), clock).page(query),
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
  return `${table(['Rank', 'Wallet', 'Recruits', 'Proven', 'Points', 'Pending'], rows)}
${entries.length} of ${total.toLocaleString('en')} wallets with a proven recruit.`;
}
