import { z } from 'zod';
import { walletAddressSchema } from '../wallet/address.js';

/** Query of `GET /api/proofs`; `after` is the number of the last proof that the caller has. */
export const proofsQuerySchema = z.strictObject({
  after: z
    .string()
    .regex(/^\d{1,10}$/, 'must be the number of a proof')
    .transform(Number)
    .default(0),
});

/** A line of `GET /api/proofs`: a signature by the recruit over the referrer's link. */
export const proofLineSchema = z.object({
  /** 1 was proven first; a later proof has a higher number. */
  number: z.int().positive(),
  recruit: walletAddressSchema,
  referrer: walletAddressSchema,
  /** The bytes that were signed, base64. */
  message: z.string(),
  /** Ed25519, 64 bytes, base64. */
  signature: z.string(),
  /** ISO 8601, UTC. */
  provenAt: z.iso.datetime(),
});

export type ProofsQuery = z.infer<typeof proofsQuerySchema>;
export type ProofLine = z.infer<typeof proofLineSchema>;
