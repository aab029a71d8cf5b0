import bs58 from 'bs58';
import { z } from 'zod';
import { isProperPoint, isSignature } from './ed25519.js';
import { isOrigin, parseSignedText, timeSchema, type SignedText } from './signed-text.js';

/** How an address is spelled; whether it is a key is looked at later. */
export const addressSchema = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{1,44}$/);

/** Base64 in its only spelling. */
const base64Schema = z
  .string()
  .refine((text) => Buffer.from(text, 'base64').toString('base64') === text);

const numbered = {
  number: z.int().positive(),
  recruit: addressSchema,
  referrer: addressSchema,
};

const proofSchema = z.strictObject({
  ...numbered,
  message: base64Schema,
  signature: base64Schema,
  provenAt: timeSchema,
});

/** What stands in the place of a proof that the operator banned or revoked. */
export const withheldSchema = z.strictObject({
  ...numbered,
  withheld: z.enum(['banned', 'revoked']),
  why: z.string(),
  since: timeSchema,
});

/** Sites that one download may name. */
const MAX_ORIGINS = 100;

/** What a download says of itself before its lines: how many there are, and the origins that they may be signed for. */
const headSchema = z.strictObject({
  lines: z.int().nonnegative(),
  origins: z.array(z.string().refine(isOrigin)).min(1).max(MAX_ORIGINS),
});

const lineSchema = z.union([proofSchema, withheldSchema, headSchema]);

type Proof = z.infer<typeof proofSchema>;
export type WithheldLine = z.infer<typeof withheldSchema>;
export type Head = z.infer<typeof headSchema>;

/** Everything that is wrong with a line, and what it is where it could be read. */
export interface CheckedLine {
  readonly faults: readonly string[];
  readonly head?: Head;
  readonly withheld?: WithheldLine;
  readonly proof?: { readonly line: Proof; readonly message: SignedText };
}

/**
 * Checks what a line can be checked for by itself.
 * @param domains the only sites that signatures may be for; null for any
 */
export function checkLine(text: string, domains: readonly string[] | null): CheckedLine {
  const { data: line } = lineSchema.safeParse(parseJson(text));
  if (line === undefined) {
    return { faults: ['this is no line of the proofs: it is cut off or damaged'] };
  }
  if ('lines' in line) return { faults: [], head: line };
  if ('withheld' in line) return { faults: [], withheld: line };
  const bytes = Buffer.from(line.message, 'base64');
  const message = parseSignedText(bytes.toString());
  if (message === null) {
    return { faults: ['the signed message is no sign-in with a referral link'] };
  }
  return { faults: faultsOf(line, bytes, message, domains), proof: { line, message } };
}

/** Parses JSON; null for none, and where a key is there twice, of which each reader could take another value. */
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
  { recruit, referrer, signature, provenAt }: Proof,
  bytes: Buffer,
  { domain, address, uri, resource, issuedAt, expirationTime }: SignedText,
  domains: readonly string[] | null,
): string[] {
  const key = Buffer.from(bs58.decodeUnsafe(recruit) ?? []);
  const isKey = isProperPoint(key);
  const isSigned = isKey && isSignature(key, bytes, Buffer.from(signature, 'base64'));
  return faultsIn({
    'the recruit is no wallet: anybody can sign for that key': !isKey,
    'the signature is not by the recruit over this message': isKey && !isSigned,
    'the referrer is no wallet address': bs58.decodeUnsafe(referrer)?.length !== 32,
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
  });
}

/** Those of some faults that are so. */
export function faultsIn(faults: Readonly<Record<string, boolean>>): string[] {
  return Object.keys(faults).filter((fault) => faults[fault]);
}
