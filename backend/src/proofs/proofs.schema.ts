import { z } from 'zod';
import { weekSchema } from '../core/week.js';
import { EXAMPLE_RECRUIT, EXAMPLE_REFERRER, walletAddressSchema } from '../wallet/address.js';

/** Query of `GET /api/proofs`; `after` is the last number that the client has. */
export const proofsQuerySchema = z.strictObject({
  after: z
    .string()
    .regex(/^\d{1,10}$/, 'must be the number of a proof')
    .transform(Number)
    .default(0),
});

/** A line of `GET /api/proofs`: a signature by the recruit over the referrer's link. */
export const proofLineSchema = z
  .object({
    /** 1 was proven first. */
    number: z.int().positive(),
    recruit: walletAddressSchema,
    referrer: walletAddressSchema,
    /** The signed bytes, base64. */
    message: z.string(),
    /** Ed25519, 64 bytes, base64. */
    signature: z.string(),
    provenAt: z.iso.datetime(),
    /** Week of the signature, if the proof was withheld when that week became final, or is now. */
    leftOutOfWeek: weekSchema.exactOptional(),
  })
  .meta({ id: 'Proof' });

/** A line of `GET /api/proofs` for a withheld proof, which counts only in weeks that were final before. */
export const withheldLineSchema = proofLineSchema
  .extend({
    /** Banned: the referrer. Revoked: the referral. */
    withheld: z.enum(['banned', 'revoked']),
    why: z.string(),
    since: z.iso.datetime(),
  })
  .meta({ id: 'WithheldProof' });

/** The first line of `GET /api/proofs`, which shows whether a download is complete. */
export const downloadHeadSchema = z
  .object({
    /** Number of lines that follow. */
    lines: z.int().nonnegative(),
    /** The site's current and former origins. */
    origins: z.array(z.string()),
  })
  .meta({ id: 'ProofsHead' });

export const downloadLineSchema = z.union([withheldLineSchema, proofLineSchema]);

export const anyLineSchema = z.union([downloadHeadSchema, downloadLineSchema]).meta({
  id: 'ProofsLine',
  example: {
    number: 1,
    recruit: EXAMPLE_RECRUIT,
    referrer: EXAMPLE_REFERRER,
    message: 'cHlyYW1pZGlvbi5leGFtcGxlIHdhbnRzIHlvdSB0byBzaWduIGlu',
    signature: `${'A'.repeat(86)}==`,
    provenAt: '2026-11-23T12:01:00.000Z',
  },
});

export type ProofsQuery = z.infer<typeof proofsQuerySchema>;
export type ProofLine = z.infer<typeof proofLineSchema>;
export type WithheldLine = z.infer<typeof withheldLineSchema>;
export type DownloadHead = z.infer<typeof downloadHeadSchema>;
export type DownloadLine = z.infer<typeof downloadLineSchema>;

/** A proof in the database; `message` is the signed text. */
export const proofRow = z.object({
  number: z.int(),
  recruit: z.string(),
  referrer: z.string(),
  message: z.string(),
  signature: z.string(),
  provenAt: z.string(),
});

export type ProofRow = z.infer<typeof proofRow>;

/** Columns of a {@link proofRow}, of referrals or revoked ones. */
export const PROOF_COLUMNS =
  'proof_number AS number, recruit, referrer, message, signature, proven_at AS "provenAt"';

/** Tolerated lag of the recording clock behind the issuing one, in milliseconds. */
const CLOCK_ALLOWANCE_MS = 60_000;

/** A proof with the operator's actions on it. */
export const downloadRow = proofRow.extend({
  leftOutOfWeek: z.string().nullable(),
  withheld: withheldLineSchema.shape.withheld.nullable(),
  why: z.string().nullable(),
  since: z.string().nullable(),
});

/** Returns the line of `GET /api/proofs` for a row. */
export function downloadLineOf({
  leftOutOfWeek,
  withheld,
  why,
  since,
  ...proof
}: z.infer<typeof downloadRow>): DownloadLine {
  return {
    ...lineOf(proof),
    ...(leftOutOfWeek !== null && { leftOutOfWeek }),
    ...(withheld !== null && { withheld, why: why ?? '', since: since ?? '' }),
  };
}

/** Returns the proof as `GET /api/proofs` sends it. */
export function lineOf({ message, provenAt, ...proof }: ProofRow): ProofLine {
  return {
    ...proof,
    provenAt: notBeforeIssue(provenAt, message),
    message: Buffer.from(message).toString('base64'),
  };
}

/** Returns the time of a proof, or the issue time if a lagging clock recorded it shortly before. */
function notBeforeIssue(provenAt: string, message: string): string {
  const issuedAt = /\nIssued At: (\S+)/.exec(message)?.[1] ?? '';
  const behindMs = Date.parse(issuedAt) - Date.parse(provenAt);
  return behindMs > 0 && behindMs <= CLOCK_ALLOWANCE_MS ? issuedAt : provenAt;
}
