import type { Report, ReportLevel, ReportWeek } from '@backend/report/report.schema';
import { count, listOf, objectOf, time, type Check } from '@/lib/check';

const coins: Check<number> = (value) =>
  typeof value === 'number' && value >= 0 ? value : undefined;

export const reportAnswer: Check<Report> = objectOf<Report>({
  at: time,
  wallets: count,
  claimed: count,
  weeks: listOf(
    objectOf<ReportWeek>({ begins: time, wallets: count, proven: count, claimed: count }),
  ),
  levels: listOf(objectOf<ReportLevel>({ wallets: count, recruitedNobody: count })),
  points: objectOf<Report['points']>({
    wallets: count,
    total: count,
    topPercent: count,
    topTenPercent: count,
  }),
  payout: objectOf<Report['payout']>({ paid: count, lost: count, most: coins }),
});
