import { z } from 'zod';
import { walletAddressSchema } from '../wallet/address.js';

export const actionReportSchema = z.strictObject({
  /** Number in `audit_log`. */
  number: z.int().positive(),
  action: z.enum(['ban', 'unban', 'revoke', 'unrevoke']),
  subject: walletAddressSchema,
  why: z.string().min(1),
  actedAt: z.iso.datetime(),
  wallet: walletAddressSchema,
  pointsBefore: z.int(),
  points: z.int(),
});

export type ActionReport = z.infer<typeof actionReportSchema>;

export const signOutReportSchema = z.strictObject({
  /** Number in `audit_log`. */
  number: z.int().positive(),
  action: z.literal('sign-out-all'),
  why: z.string().min(1),
  actedAt: z.iso.datetime(),
  sessions: z.int().nonnegative(),
});

export type SignOutReport = z.infer<typeof signOutReportSchema>;
