import { z } from 'zod';
import { weekSchema } from '../core/week.js';
import { EXAMPLE_REFERRER, walletAddressSchema } from '../wallet/address.js';

const DEFAULT_LIMIT = 10;
export const MAX_LIMIT = 100;

/** All time, this week, or another by its name. */
export const windowSchema = z.union([z.enum(['all', 'week']), weekSchema]);

/**
 * Query of `GET /api/leaderboard`; `cursor` is the `next` of the page before, `around` a wallet to be in the middle.
 */
export const leaderboardQuerySchema = z
  .strictObject({
    window: windowSchema.default('all'),
    limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT),
    cursor: z.string().max(200).optional(),
    around: walletAddressSchema.optional(),
  })
  .refine(({ cursor, around }) => cursor === undefined || around === undefined, {
    message: 'cursor goes on after a page, and around begins one: leave one of them out',
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

/** Of a week it counts the recruits who signed in it, and the points that they brought; check-ins have no part in it. */
export const leaderboardSchema = z
  .object({
    entries: z.array(leaderboardEntrySchema),
    total: z.int().nonnegative(),
    next: z.string().nullable(),
    /**
     * Missing for all time. Who signed until it `ends` may take the life of a challenge longer to say so. The week before it
     * is `previous`.
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
