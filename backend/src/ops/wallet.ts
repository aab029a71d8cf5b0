import { z } from 'zod';
import { Refused } from '../core/errors.js';
import { Reader, viewTime } from '../database/reader.js';
import { ReferralStatsService } from '../referral-stats/referral-stats.service.js';
import { referralStatsSchema } from '../referral-stats/referral-stats.schema.js';
import { parseCount, parseWallet } from './arguments.js';
import { defineCommand } from './command.js';
import type { Services } from './services.js';
import { keyValueTable, table } from './table.js';

const MAX_EVENTS = 10_000;

const walletRow = z.object({
  number: z.int(),
  joinedAt: z.iso.datetime(),
  bannedAt: z.iso.datetime().nullable(),
  lastCheckIn: z.iso.date().nullable(),
  checkIns: z.int(),
});

/** JSON output of `wallet`; the story starts with the newest event. */
export const walletReportSchema = z.strictObject({
  ...walletRow.shape,
  stats: referralStatsSchema,
  suspicions: z.array(z.object({ since: z.iso.datetime(), reason: z.string() })),
  story: z.array(z.object({ at: z.string(), event: z.string() })),
});

type WalletReport = z.infer<typeof walletReportSchema>;

const KNOWN = `
SELECT joined_number AS number, joined_at AS "joinedAt", banned_at AS "bannedAt",
  (SELECT max(day) FROM check_in WHERE wallet = address) AS "lastCheckIn",
  (SELECT count(*) FROM check_in WHERE wallet = address) AS "checkIns"
FROM wallet WHERE address = $1`;
const suspicionRow = z.object({ since: viewTime, reason: z.string() });
const eventRow = z.object({
  at: viewTime.transform((time) => time.slice(0, 19).replace('T', ' ')),
  event: z.string(),
});

const SUSPICIONS = 'SELECT since, reason FROM suspects WHERE wallet = $1';
const STORY =
  'SELECT at, event FROM wallet_story WHERE wallet = $1 ORDER BY at DESC, step DESC LIMIT $2';

export const WALLET = defineCommand({
  name: 'wallet',
  description: 'show one wallet: rank, recruits, points, suspicions, history',
  example: 'wallet 8UviNr47S8eL6J3WfDxMRa3hvLta1VDJwNWqsDgtN3Cv --events 5',
  well: 'the wallet is printed',
  notWell: 'the wallet is unknown',
  configure: (command) =>
    command
      .argument('<wallet>', 'address of the wallet', parseWallet)
      .option(
        '--events <n>',
        'number of events of its history, newest first',
        parseCount(MAX_EVENTS),
        20,
      ),
  run: reportOn,
  describe,
});

/** @throws Refused if the wallet is unknown */
async function reportOn(
  services: Services,
  address: string,
  { events }: { readonly events: number },
): Promise<WalletReport> {
  const reader = await services.get(Reader);
  const referralStats = await services.get(ReferralStatsService);
  const [known] = await reader.select(walletRow, KNOWN, [address]);
  if (known === undefined) throw new Refused(`The wallet ${address} is unknown.`);
  const [stats, suspicions, story] = await Promise.all([
    referralStats.statsOf(address),
    reader.select(suspicionRow, SUSPICIONS, [address]),
    reader.select(eventRow, STORY, [address, events]),
  ]);
  return { ...known, stats, suspicions, story };
}

function describe({ stats, suspicions, story, ...known }: WalletReport): string {
  const referrer =
    stats.referrer === null ? 'nobody' : `${stats.referrer} (${stats.referrerStatus})`;
  return [
    keyValueTable([
      ['Wallet', stats.wallet],
      ['  joined', `as number ${known.number}, ${known.joinedAt}`],
      ['  banned', known.bannedAt ?? 'no'],
      ['  referrer', referrer],
      ['Rank', stats.rank ?? 'none'],
      ['Points', stats.points],
      ['  pending', stats.pendingPoints],
      ['Recruits', stats.directRecruits],
      ['  proven', stats.provenRecruits],
      ['Check-ins', known.checkIns],
      ['  last', known.lastCheckIn ?? 'never'],
      ['  streak', stats.streak],
    ]),
    ...(suspicions.length > 0 ? [table(['Suspicious since', 'Why'], suspicions)] : []),
    table(['Time (UTC)', 'Event, newest first'], story),
  ].join('\n\n');
}
