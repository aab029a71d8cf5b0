import { z } from 'zod';
import { EXAMPLE_RECRUIT, walletAddressSchema } from '../wallet/address.js';

/** Both are null when nobody is signed in. */
export const sessionSchema = z
  .object({
    wallet: walletAddressSchema.nullable(),
    expiresAt: z.iso.datetime().nullable().meta({ description: 'ISO 8601, UTC' }),
  })
  .meta({ example: { wallet: EXAMPLE_RECRUIT, expiresAt: '2026-11-30T12:00:00.000Z' } });

export type Session = z.infer<typeof sessionSchema>;
