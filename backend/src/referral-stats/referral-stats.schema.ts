import { z } from 'zod';
import { referralStatusSchema } from '../referral/referral.schema.js';
import { EXAMPLE_REFERRER, walletAddressSchema } from '../wallet/address.js';

export const referralStatsQuerySchema = z.strictObject({ wallet: walletAddressSchema });

export const referralStatsSchema = z
  .object({
    wallet: walletAddressSchema,
    directRecruits: z.int().nonnegative(),
    provenRecruits: z.int().nonnegative(),
    points: z.int(),
    pendingPoints: z.int().nonnegative(),
    rank: z.int().positive().nullable(),
    /** Number of UTC days in a row with a check-in. A one-day gap per UTC week is forgiven, but not counted. */
    streak: z.int().nonnegative(),
    referrer: walletAddressSchema.nullable(),
    referrerStatus: referralStatusSchema.nullable(),
  })
  .meta({
    id: 'ReferralStats',
    example: {
      wallet: EXAMPLE_REFERRER,
      directRecruits: 43,
      provenRecruits: 28,
      points: 28_000,
      pendingPoints: 15_000,
      rank: 1,
      streak: 3,
      referrer: null,
      referrerStatus: null,
    },
  });

export type ReferralStats = z.infer<typeof referralStatsSchema>;
