import { z } from 'zod';
import { EXAMPLE_RECRUIT, walletAddressSchema } from '../wallet/address.js';

export const sessionSchema = z
  .object({
    wallet: walletAddressSchema.nullable(),
    expiresAt: z.iso.datetime().nullable().meta({ description: 'ISO 8601, UTC' }),
  })
  .meta({
    id: 'Session',
    example: { wallet: EXAMPLE_RECRUIT, expiresAt: '2026-11-30T12:00:00.000Z' },
  });

export const checkInSchema = z
  .object({
    wallet: walletAddressSchema,
    day: z.iso.date().meta({ description: 'UTC' }),
  })
  .meta({ id: 'CheckIn', example: { wallet: EXAMPLE_RECRUIT, day: '2026-11-23' } });

export type CheckedIn = z.infer<typeof checkInSchema>;

export type Session = z.infer<typeof sessionSchema>;
