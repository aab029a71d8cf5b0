import bs58 from 'bs58';
import { z } from 'zod';
import { isProperPoint, isSignature } from './ed25519.js';
import { isOrigin, parseSignedText, timeSchema, type SignedText } from './signed-text.js';

/** Shape of an address; the key is checked later. */
export const addressSchema = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{1,44}$/);

/** Canonical base64. */
const base64Schema = z
  .string()
  .refine((text) => Buffer.from(text, 'base64').toString('base64') === text);

const numbered = {
  number: z.int().positive(),
  recruit: addressSchema,
  referrer: addressSchema,
};

const signed = {
  ...numbered,
  message: base64Schema,
  signature: base64Schema,
  provenAt: timeSchema,
  /** Its week, if the operator says that it does not count there. */
  leftOutOfWeek: z.string().exactOptional(),
};

const proofSchema = z.strictObject(signed);

const withheldProofSchema = z.strictObject({
  ...signed,
  withheld: z.enum(['banned', 'revoked']),
  why: z.string(),
  since: timeSchema,
});

/** The reported part of a withheld proof. */
export const withheldSchema = z.strictObject({
  ...numbered,
  withheld: withheldProofSchema.shape.withheld,
  why: withheldProofSchema.shape.why,
  since: withheldProofSchema.shape.since,
});

/** Time after its end until a week is final: 5 minutes that a message is valid, and 1 for the write. */
const FINAL_AFTER_MS = 360_000;

const MAX_ORIGINS = 100;

/** First line of a download: its number of lines, and the origins of its proofs. */
const headSchema = z.strictObject({
  lines: z.int().nonnegative(),
  origins: z.array(z.string().refine(isOrigin)).min(1).max(MAX_ORIGINS),
});

const lineSchema = z.union([proofSchema, withheldProofSchema, headSchema]);

type Proof = z.infer<typeof proofSchema>;
export type WithheldLine = z.infer<typeof withheldSchema>;
export type Head = z.infer<typeof headSchema>;

/** Faults of a line, and its parsed content. */
export interface CheckedLine {
  readonly faults: readonly string[];
  readonly head?: Head;
  readonly withheld?: WithheldLine;
  readonly proof?: { readonly line: Proof; readonly message: SignedText };
}

/**
 * Checks a line by itself.
 * @param domains allowed in signatures; null for any
 */
export function checkLine(text: string, domains: readonly string[] | null): CheckedLine {
  const { data: line } = lineSchema.safeParse(parseJson(text));
  if (line === undefined) {
    return { faults: ['this is not a line of proofs: it is cut off or damaged'] };
  }
  if ('lines' in line) return { faults: [], head: line };
  if ('withheld' in line) return checkWithheld(line, domains);
  return checkProof(line, domains);
}

/** A withheld proof may be invalid; it counts in its week only if it is valid. */
function checkWithheld(
  line: z.infer<typeof withheldProofSchema>,
  domains: readonly string[] | null,
): CheckedLine {
  const { number, recruit, referrer, withheld: by, why, since } = line;
  const withheld = { number, recruit, referrer, withheld: by, why, since };
  const { faults, proof } = checkProof(line, domains);
  if (proof === undefined || faults.length > 0) return { faults: [], withheld };
  const counts =
    line.leftOutOfWeek === undefined &&
    weekOf(since, FINAL_AFTER_MS) <= weekOf(proof.message.issuedAt);
  return {
    faults: counts ? ['it was withheld before its week was final, and counts in it'] : [],
    withheld,
    proof,
  };
}

function checkProof(line: Proof, domains: readonly string[] | null): CheckedLine {
  const bytes = Buffer.from(line.message, 'base64');
  const message = parseSignedText(bytes.toString());
  if (message === null) {
    return { faults: ['the signed message is not a sign-in with a referral link'] };
  }
  return { faults: faultsOf(line, bytes, message, domains), proof: { line, message } };
}

/** Parses JSON; null if it is malformed or has duplicate keys, which parsers treat differently. */
function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return countStrings(text) === countStrings(JSON.stringify(value)) ? value : null;
  } catch {
    return null;
  }
}

function countStrings(json: string): number {
  return json.match(/"(?:[^"\\]|\\.)*"/g)?.length ?? 0;
}

function faultsOf(
  { recruit, referrer, signature, provenAt, leftOutOfWeek }: Proof,
  bytes: Buffer,
  { domain, address, uri, resource, issuedAt, expirationTime }: SignedText,
  domains: readonly string[] | null,
): string[] {
  const key = Buffer.from(bs58.decodeUnsafe(recruit) ?? []);
  const isKey = isProperPoint(key);
  const isSigned = isKey && isSignature(key, bytes, Buffer.from(signature, 'base64'));
  return faultsIn({
    'the recruit is not a wallet: anybody can sign for that key': !isKey,
    'the signature is not by the recruit over this message': isKey && !isSigned,
    'the referrer is not a wallet address': bs58.decodeUnsafe(referrer)?.length !== 32,
    'the recruit is its own referrer': recruit === referrer,
    [`it was signed for ${domain}, not ${domains?.join(' or ') ?? ''}`]:
      domains !== null && !domains.includes(domain),
    'the message names one site and the address of another':
      uri !== `https://${domain}` && uri !== `http://${domain}`,
    'the message is for another wallet to sign': address !== recruit,
    'the signed referral link is not the one of the referrer':
      resource !== `${uri}/?ref=${referrer}`,
    'it was proven before it was signed': provenAt < issuedAt,
    'it was proven after the message had expired': expirationTime < provenAt,
    'it is left out of another week than its own':
      leftOutOfWeek !== undefined && leftOutOfWeek !== weekOf(issuedAt),
  });
}

/** Returns the faults that apply. */
export function faultsIn(faults: Readonly<Record<string, boolean>>): string[] {
  return Object.keys(faults).filter((fault) => faults[fault]);
}

const DAY_MS = 86_400_000;

/**
 * Returns the UTC week (ISO 8601) of a time, such as 2026-W48.
 * @param beforeMs shifts the time back, in ms
 */
export function weekOf(text: string, beforeMs = 0): string {
  const time = new Date(Date.parse(text) - beforeMs);
  const sinceMonday = (time.getUTCDay() + 6) % 7;
  const thursday = new Date(time.getTime() + (3 - sinceMonday) * DAY_MS);
  const year = thursday.getUTCFullYear();
  const week = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS));
  return `${year}-W${String(week).padStart(2, '0')}`;
}
