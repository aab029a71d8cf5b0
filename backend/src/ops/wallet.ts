import { z } from 'zod';
import { Refused } from '../core/errors.js';
import { SuspicionRepository } from '../wallet/suspicion.repository.js';
import { ReferralStatsService } from '../referral-stats/referral-stats.service.js';
import { referralStatsSchema } from '../referral-stats/referral-stats.schema.js';
import {
  WalletHistoryRepository,
  walletHistorySchema,
} from '../wallet/wallet-history.repository.js';
import { parseCount, parseWallet } from './arguments.js';
import { defineCommand } from './command.js';
import type { Services } from './services.js';
import { keyValueTable, table } from './table.js';

const MAX_EVENTS = 10_000;

/** JSON output of `wallet`; the story starts with the newest event. */
export const walletReportSchema = z.strictObject({
  ...walletHistorySchema.shape,
  stats: referralStatsSchema,
  suspicions: z.array(z.object({ since: z.iso.datetime(), reason: z.string() })),
  story: z.array(z.object({ at: z.string(), event: z.string() })),
});

type WalletReport = z.infer<typeof walletReportSchema>;

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

async function reportOn(
  services: Services,
  address: string,
  { events }: { readonly events: number },
): Promise<WalletReport> {
  const history = await services.get(WalletHistoryRepository);
  const suspects = await services.get(SuspicionRepository);
  const referralStats = await services.get(ReferralStatsService);
  const known = await history.of(address);
  if (known === null) throw new Refused(`The wallet ${address} is unknown.`);
  const [stats, suspicions, story] = await Promise.all([
    referralStats.statsOf(address),
    suspects.of(address),
    history.newestEvents(address, events),
  ]);
  return {
    ...known,
    stats,
    suspicions: suspicions.map(({ since, reason }) => ({ since, reason })),
    story,
  };
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
