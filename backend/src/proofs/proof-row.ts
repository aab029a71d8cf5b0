import { z } from 'zod';
import type { ProofLine } from './proofs.schema.js';

/** A proof as it stands in the database: `message` is the text that was signed. */
export const proofRow = z.object({
  number: z.int(),
  recruit: z.string(),
  referrer: z.string(),
  message: z.string(),
  signature: z.string(),
  provenAt: z.string(),
});

export type ProofRow = z.infer<typeof proofRow>;

/** The columns of a {@link proofRow}, for a SELECT from referrals or from revoked ones. */
export const PROOF_COLUMNS =
  'proof_number AS number, recruit, referrer, message, signature, proven_at AS "provenAt"';

/** The proof as GET /api/proofs tells it, with the bytes that were signed. */
export function lineOf({ message, ...proof }: ProofRow): ProofLine {
  return { ...proof, message: Buffer.from(message).toString('base64') };
}
