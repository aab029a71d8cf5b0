import { z } from 'zod';
import { weekSchema } from '../core/week.js';
import { EXAMPLE_RECRUIT, EXAMPLE_REFERRER, walletAddressSchema } from '../wallet/address.js';

/** Query of `GET /api/proofs`; `after` is the number of the last proof that the caller has. */
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
    /** 1 was proven first; a later proof has a higher number. */
    number: z.int().positive(),
    recruit: walletAddressSchema,
    referrer: walletAddressSchema,
    /** The bytes that were signed, base64. */
    message: z.string(),
    /** Ed25519, 64 bytes, base64. */
    signature: z.string(),
    provenAt: z.iso.datetime(),
    /** The week of its signature, where it does not count: it was withheld when that week became final, or is now. */
    leftOutOfWeek: weekSchema.exactOptional(),
  })
  .meta({ id: 'Proof' });

/** A line of `GET /api/proofs` with a proof that does not count, and the reason. In a week that was final before, it does. */
export const withheldLineSchema = proofLineSchema
  .extend({
    /** Banned: the referrer is. Revoked: this referral was. */
    withheld: z.enum(['banned', 'revoked']),
    why: z.string(),
    since: z.iso.datetime(),
  })
  .meta({ id: 'WithheldProof' });

/** The first line of `GET /api/proofs`, by which a download that was cut off is told from a whole one. */
export const downloadHeadSchema = z
  .object({
    /** How many lines follow. */
    lines: z.int().nonnegative(),
    /** Where proofs may have been signed: the site's origin, and what it was before. */
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

/** How far the clock that recorded a proof may have been behind the one that issued its message, in milliseconds. */
const CLOCK_ALLOWANCE_MS = 60_000;

/** The same with what the operator has done about it. */
export const downloadRow = proofRow.extend({
  leftOutOfWeek: z.string().nullable(),
  withheld: withheldLineSchema.shape.withheld.nullable(),
  why: z.string().nullable(),
  since: z.string().nullable(),
});

/** The line of `GET /api/proofs` for a row. */
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

/** The proof as GET /api/proofs tells it, with the bytes that were signed. */
export function lineOf({ message, provenAt, ...proof }: ProofRow): ProofLine {
  return {
    ...proof,
    provenAt: notBeforeIssue(provenAt, message),
    message: Buffer.from(message).toString('base64'),
  };
}

/** The time of a proof; that of its message where it was recorded shortly before, by a clock that was behind. */
function notBeforeIssue(provenAt: string, message: string): string {
  const issuedAt = /\nIssued At: (\S+)/.exec(message)?.[1] ?? '';
  const behindMs = Date.parse(issuedAt) - Date.parse(provenAt);
  return behindMs > 0 && behindMs <= CLOCK_ALLOWANCE_MS ? issuedAt : provenAt;
}
