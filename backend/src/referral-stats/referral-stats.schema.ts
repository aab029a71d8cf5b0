import { z } from 'zod';
import { walletAddressSchema } from '../wallet/address.js';

/** Query of `GET /api/referral-stats`. */
export const referralStatsQuerySchema = z.strictObject({ wallet: walletAddressSchema });

/** Answer of `GET /api/referral-stats`; zeros and nulls for a wallet nobody has heard of. */
export const referralStatsSchema = z.object({
  wallet: walletAddressSchema,
  directRecruits: z.int().nonnegative(),
  provenRecruits: z.int().nonnegative(),
  points: z.int(),
  pendingPoints: z.int().nonnegative(),
  rank: z.int().positive().nullable(),
  streak: z.int().nonnegative(),
  referrer: walletAddressSchema.nullable(),
});

export type ReferralStats = z.infer<typeof referralStatsSchema>;
