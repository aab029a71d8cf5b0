import { z } from 'zod';
import { EXAMPLE_RECRUIT, EXAMPLE_REFERRER, walletAddressSchema } from '../wallet/address.js';

export const referralRequestSchema = z
  .strictObject({
    referrerId: walletAddressSchema,
    recruitId: walletAddressSchema,
  })
  .meta({
    id: 'ReferralRequest',
    example: { referrerId: EXAMPLE_REFERRER, recruitId: EXAMPLE_RECRUIT },
  });

/** `recruit` is the wallet that declines. */
export const declineQuerySchema = z.strictObject({ recruit: walletAddressSchema.optional() });

/** Claimed: a request named the referrer. Proven: the recruit's wallet signed a message with the referrer's link. */
export const referralStatusSchema = z.enum(['claimed', 'proven']).meta({ id: 'ReferralStatus' });

export const referralResponseSchema = z
  .object({
    status: referralStatusSchema,
    referrer: walletAddressSchema,
    recruit: walletAddressSchema,
    /** Index of the proof in the transparency log, if this request proved the referral. */
    logIndex: z.int().nonnegative().exactOptional(),
  })
  .meta({
    id: 'Referral',
    example: { status: 'claimed', referrer: EXAMPLE_REFERRER, recruit: EXAMPLE_RECRUIT },
  });

export type DeclineQuery = z.infer<typeof declineQuerySchema>;
export type ReferralRequest = z.infer<typeof referralRequestSchema>;
export type ReferralStatus = z.infer<typeof referralStatusSchema>;
export type ReferralResponse = z.infer<typeof referralResponseSchema>;
