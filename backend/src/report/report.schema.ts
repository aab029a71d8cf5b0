import { z } from 'zod';

export const WEEKS = 13;

/** Maximum number of levels in a report. The last one includes all wallets below it. */
export const MAX_LEVELS = 50;

const count = z.int().nonnegative();

const reportWeekSchema = z
  .object({
    /** The Monday on which the UTC week begins. */
    begins: z.iso.date(),
    /** Wallets first seen in this week, except banned ones. */
    wallets: count,
    /** Proven recruits whose signed messages were issued in this week, except those of banned referrers. */
    proven: count,
    /** Open claims (not proven, ended or expired) made in this week, except those of banned referrers. */
    claimed: count,
  })
  .meta({ id: 'ReportWeek' });

const reportLevelSchema = z
  .object({
    wallets: z.int().positive(),
    recruitedNobody: count,
  })
  .meta({ id: 'ReportLevel' });

/** Referrals of banned referrers do not count. Levels and payout cover only proven referrals. */
export const reportSchema = z
  .object({
    at: z.iso.datetime(),
    /** Known wallets, except banned ones. */
    wallets: count,
    claimed: count,
    /** Oldest first. The last one is the week of `at`. */
    weeks: z.array(reportWeekSchema).length(WEEKS),
    /**
     * The wallets of the first level have no proven referrer, or a banned one. The 50th level includes all wallets
     * below it.
     */
    levels: z.array(reportLevelSchema).max(MAX_LEVELS),
    points: z.object({
      /** Wallets with points, a proven referrer or a proven recruit. */
      wallets: count,
      total: count,
      /** Sum of the points of the richest 1 % of these wallets (rounded up to whole wallets). */
      topPercent: count,
      topTenPercent: count,
    }),
    /** The outcome if each recruit had paid its referrer one coin and half of the coins that it got. */
    payout: z.object({
      paid: count,
      /** Recruits who would have kept less than one coin. */
      lost: count,
      /** Gain of the wallet that would have gained the most: coins, rounded to hundredths. */
      most: z.number().nonnegative(),
    }),
  })
  .meta({
    id: 'Report',
    example: {
      at: '2026-11-26T12:00:00.000Z',
      wallets: 7,
      claimed: 1,
      weeks: Array.from({ length: WEEKS }, (_, index) => ({
        begins: new Date(Date.UTC(2026, 7, 31 + 7 * index)).toISOString().slice(0, 10),
        wallets: index === WEEKS - 1 ? 7 : 0,
        proven: index === WEEKS - 1 ? 5 : 0,
        claimed: index === WEEKS - 1 ? 1 : 0,
      })),
      levels: [
        { wallets: 1, recruitedNobody: 0 },
        { wallets: 2, recruitedNobody: 1 },
        { wallets: 2, recruitedNobody: 1 },
        { wallets: 1, recruitedNobody: 1 },
      ],
      points: { wallets: 6, total: 5_500, topPercent: 2_100, topTenPercent: 2_100 },
      payout: { paid: 5, lost: 4, most: 3.25 },
    },
  });

export type ReportLevel = z.infer<typeof reportLevelSchema>;
export type ReportWeek = z.infer<typeof reportWeekSchema>;
export type Report = z.infer<typeof reportSchema>;
