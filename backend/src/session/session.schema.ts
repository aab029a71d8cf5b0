import { z } from 'zod';
import { walletAddressSchema } from '../wallet/address.js';

/** Answer of `GET /api/session`; both are null when nobody is signed in. */
export const sessionSchema = z.object({
  wallet: walletAddressSchema.nullable(),
  expiresAt: z.iso.datetime().nullable().meta({ description: 'ISO 8601, UTC' }),
});

export type Session = z.infer<typeof sessionSchema>;
