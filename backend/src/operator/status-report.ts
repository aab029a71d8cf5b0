import { z } from 'zod';
import { walletAddressSchema } from '../wallet/address.js';

const count = z.coerce.number().int();

/** The output of `ops status --json`, which the operator's page also shows. */
export const statusReportSchema = z.strictObject({
  at: z.iso.datetime(),
  version: z.string(),
  build: z.string(),
  origin: z.string(),
  /** Faults, one sentence each. */
  warnings: z.array(z.string()),
  /** Remarks that are not faults, such as that no server answers here; one sentence each. */
  remarks: z.array(z.string()),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), looked: z.string() })),
  /** The last 30 UTC days, newest first. Sessions are kept for 7 days, so earlier sign-ins are null. */
  days: z.array(
    z.object({ day: z.iso.date(), signIns: count.nullable(), claims: count, proofs: count }),
  ),
  /** Proven recruits in the last 7 UTC days, and in the 7 before, of at most 10 referrers. */
  growth: z.array(z.object({ wallet: walletAddressSchema, week: count, weekBefore: count })),
  /** At most 50. */
  suspects: z.array(z.object({ wallet: walletAddressSchema, reason: z.string() })),
  /** Claims without a proof that are older than the last 7 UTC days. */
  unproven: count,
  actions: z.array(
    z.object({
      actedAt: z.iso.datetime(),
      action: z.string(),
      subject: z.string(),
      why: z.string(),
    }),
  ),
});

export type StatusReport = z.infer<typeof statusReportSchema>;
