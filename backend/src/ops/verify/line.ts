import bs58 from 'bs58';
import { z } from 'zod';
import { isProperPoint, isSignature } from './ed25519.js';

/** How an address is spelled; whether it is a key is looked at later. */
export const addressSchema = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{1,44}$/);

const numbered = {
  number: z.int().positive(),
  recruit: addressSchema,
  referrer: addressSchema,
};

const proofSchema = z.object({
  ...numbered,
  message: z.base64(),
  signature: z.base64(),
  provenAt: z.iso.datetime(),
});

/** What stands in the place of a proof that the operator banned or revoked. */
export const withheldSchema = z.object({
  ...numbered,
  withheld: z.enum(['banned', 'revoked']),
  why: z.string(),
  since: z.iso.datetime(),
});

/** What a download says of itself before its lines: how many there are, and the origins that they may be signed for. */
const headSchema = z.object({
  lines: z.int().nonnegative(),
  origins: z.array(z.string().regex(/^https?:\/\/[0-9A-Za-z.:[\]-]+$/)),
});

const lineSchema = z.union([proofSchema, withheldSchema, headSchema]);

/** The text that proves a referral: who asks whom to sign, and the one thing that is signed for, as the resource. */
const MESSAGE = new RegExp(
  String.raw`^(?<domain>[0-9A-Za-z.:[\]-]+) wants you to sign in with your Solana account:
(?<address>[1-9A-HJ-NP-Za-km-z]{32,44})

[^\n]+

URI: (?<uri>https?://[0-9A-Za-z.:[\]-]+)
Version: 1
Chain ID: mainnet
Nonce: (?<nonce>[0-9A-Za-z]+)
Issued At: (?<issuedAt>[0-9T:.Z-]+)
Expiration Time: \S+
Resources:
- (?<resource>\S+)$`,
);

const messageSchema = z.object({
  domain: z.string(),
  address: z.string(),
  uri: z.string(),
  nonce: z.string(),
  issuedAt: z.string().transform((text) => new Date(text)),
  resource: z.string(),
});

type Proof = z.infer<typeof proofSchema>;
type SignedMessage = z.infer<typeof messageSchema>;
export type WithheldLine = z.infer<typeof withheldSchema>;
export type Head = z.infer<typeof headSchema>;

/** Everything that is wrong with a line, and what it is where it could be read. */
export interface CheckedLine {
  readonly faults: readonly string[];
  readonly head?: Head;
  readonly withheld?: WithheldLine;
  readonly proof?: { readonly line: Proof; readonly message: SignedMessage };
}

/**
 * Checks what a line can be checked for by itself.
 * @param domains the only sites that signatures may be for, or none to take any
 */
export function checkLine(text: string, domains: readonly string[]): CheckedLine {
  const { data: line } = lineSchema.safeParse(parseJson(text));
  if (line === undefined) {
    return { faults: ['this is no line of the proofs: it is cut off or damaged'] };
  }
  if ('lines' in line) return { faults: [], head: line };
  if ('withheld' in line) return { faults: [], withheld: line };
  const bytes = Buffer.from(line.message, 'base64');
  const { data: message } = messageSchema.safeParse(MESSAGE.exec(bytes.toString())?.groups);
  if (message === undefined) {
    return { faults: ['the signed message is no sign-in with a referral link'] };
  }
  return { faults: faultsOf(line, bytes, message, domains), proof: { line, message } };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function faultsOf(
  { recruit, referrer, signature, provenAt }: Proof,
  bytes: Buffer,
  { domain, address, uri, resource, issuedAt }: SignedMessage,
  domains: readonly string[],
): string[] {
  const key = Buffer.from(bs58.decodeUnsafe(recruit) ?? []);
  const isKey = isProperPoint(key);
  const isSigned = isKey && isSignature(key, bytes, Buffer.from(signature, 'base64'));
  return faultsIn({
    'the recruit is no wallet: anybody can sign for that key': !isKey,
    'the signature is not by the recruit over this message': isKey && !isSigned,
    'the referrer is no wallet address': bs58.decodeUnsafe(referrer)?.length !== 32,
    'the recruit is its own referrer': recruit === referrer,
    [`it was signed for ${domain}, not ${domains.join(' or ')}`]:
      domains.length > 0 && !domains.includes(domain),
    'the message names one site and the address of another':
      uri !== `https://${domain}` && uri !== `http://${domain}`,
    'the message is for another wallet to sign': address !== recruit,
    'the signed referral link is not the one of the referrer':
      resource !== `${uri}/?ref=${referrer}`,
    'it was proven before it was signed': !(issuedAt <= new Date(provenAt)),
  });
}

/** Those of some faults that are so. */
export function faultsIn(faults: Readonly<Record<string, boolean>>): string[] {
  return Object.keys(faults).filter((fault) => faults[fault]);
}
