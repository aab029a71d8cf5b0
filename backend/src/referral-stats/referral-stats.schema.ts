import { z } from 'zod';
import { referralStatusSchema } from '../referral/referral.schema.js';
import { EXAMPLE_REFERRER, walletAddressSchema } from '../wallet/address.js';

/** Query of `GET /api/referral-stats`. */
export const referralStatsQuerySchema = z.strictObject({ wallet: walletAddressSchema });

/** Answer of `GET /api/referral-stats`; zeros and nulls for a wallet nobody has heard of. */
export const referralStatsSchema = z
  .object({
    wallet: walletAddressSchema,
    directRecruits: z.int().nonnegative(),
    provenRecruits: z.int().nonnegative(),
    points: z.int(),
    pendingPoints: z.int().nonnegative(),
    rank: z.int().positive().nullable(),
    /** UTC days in a row on which the wallet checked in, up to today or yesterday. */
    streak: z.int().nonnegative(),
    /** Who brought this wallet; it stands for good once the status is `proven`. */
    referrer: walletAddressSchema.nullable(),
    referrerStatus: referralStatusSchema.nullable(),
  })
  .meta({
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
