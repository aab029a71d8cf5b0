import { z } from 'zod';
import { weekSchema } from '../core/week.js';
import { wholeNumber } from '../core/whole-number.js';
import { EXAMPLE_REFERRER, walletAddressSchema } from '../wallet/address.js';

export const DEFAULT_LIMIT = 10;
export const MAX_LIMIT = 100;

const windowSchema = z.union([z.enum(['all', 'week']), weekSchema]);

/** `cursor` is the `next` of a page; `around` is a wallet to show, with up to half of the page's rows above it. */
export const leaderboardQuerySchema = z
  .strictObject({
    window: windowSchema.default('all'),
    limit: wholeNumber(1, MAX_LIMIT).default(DEFAULT_LIMIT),
    cursor: z.string().max(200).optional(),
    around: walletAddressSchema.optional(),
  })
  .refine(({ cursor, around }) => cursor === undefined || around === undefined, {
    message: 'has both cursor and around: leave one of them out',
  });

export const leaderboardEntrySchema = z
  .object({
    rank: z.int().positive(),
    wallet: walletAddressSchema,
    recruits: z.int().positive(),
    provenRecruits: z.int().positive(),
    points: z.int(),
    pendingPoints: z.int().nonnegative(),
  })
  .meta({ id: 'LeaderboardEntry' });

/**
 * A page of a board. A week's board counts the points of proofs whose messages were issued in that week, but no
 * check-ins.
 */
export const leaderboardSchema = z
  .object({
    entries: z.array(leaderboardEntrySchema),
    total: z.int().nonnegative(),
    next: z.string().nullable(),
    /**
     * Missing for the board of all time. A proof of the week may arrive after `ends`, until its challenge expires.
     */
    week: z
      .object({
        name: weekSchema,
        begins: z.iso.datetime(),
        ends: z.iso.datetime(),
        previous: weekSchema,
      })
      .optional(),
  })
  .meta({
    id: 'Leaderboard',
    example: {
      entries: [
        {
          rank: 1,
          wallet: EXAMPLE_REFERRER,
          recruits: 43,
          provenRecruits: 28,
          points: 28_000,
          pendingPoints: 15_000,
        },
      ],
      total: 115,
      next: null,
    },
  });

export type LeaderboardQuery = z.infer<typeof leaderboardQuerySchema>;
export type LeaderboardEntry = z.infer<typeof leaderboardEntrySchema>;
export type Leaderboard = z.infer<typeof leaderboardSchema>;
