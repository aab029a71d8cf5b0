import bs58 from 'bs58';
import { z } from 'zod';
import { isProperPoint, isSignature } from './ed25519.js';

/** How an address is spelled; whether it is a key is looked at later. */
export const addressSchema = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{1,44}$/);

const lineSchema = z.object({
  number: z.int().positive(),
  recruit: addressSchema,
  referrer: addressSchema,
  message: z.base64(),
  signature: z.base64(),
  provenAt: z.iso.datetime(),
});

type Line = z.infer<typeof lineSchema>;

const withheldSchema = z.object({
  number: z.int().positive(),
  recruit: addressSchema,
  referrer: addressSchema,
  withheld: z.enum(['banned', 'revoked']),
  why: z.string(),
  since: z.iso.datetime(),
});

const headSchema = z.object({
  lines: z.int().nonnegative(),
  origins: z.array(z.string().regex(/^https?:\/\/[0-9A-Za-z.:[\]-]+$/)),
});

/** What a download says of itself before its lines: how many there are, and the origins that they may be signed for. */
export type Head = z.infer<typeof headSchema>;

/** What stands in the place of a proof that the operator banned or revoked. */
export type WithheldLine = z.infer<typeof withheldSchema>;

/** The lines of a text that proves a referral. */
const FORM = [
  /^(?<domain>[0-9A-Za-z.:[\]-]+) wants you to sign in with your Solana account:$/,
  /^(?<address>[1-9A-HJ-NP-Za-km-z]{32,44})$/,
  /^$/,
  /./,
  /^$/,
  /^URI: (?<uri>https?:\/\/[0-9A-Za-z.:[\]-]+)$/,
  /^Version: 1$/,
  /^Chain ID: mainnet$/,
  /^Nonce: (?<nonce>[0-9A-Za-z]+)$/,
  /^Issued At: (?<issuedAt>[0-9T:.Z-]+)$/,
  /^Expiration Time: \S+$/,
  /^Resources:$/,
  /^- (?<resource>\S+)$/,
];

/** What the text says: who asks whom to sign, and the one thing that is signed for, as the resource. */
const signedMessage = z.object({
  domain: z.string(),
  address: z.string(),
  uri: z.string(),
  nonce: z.string(),
  issuedAt: z.string().transform((text) => new Date(text)),
  resource: z.string(),
});

type SignedMessage = z.infer<typeof signedMessage>;

/** What a line says that could be read, and everything that is wrong with it. */
export interface CheckedLine {
  readonly line: Line;
  readonly message: SignedMessage;
  readonly faults: readonly string[];
}

/** The head of a download, where the text is one; null for any other line. */
export function readHead(text: string): Head | null {
  return text.startsWith('{"lines"') ? (headSchema.safeParse(parseJson(text)).data ?? null) : null;
}

/**
 * Checks what a line can be checked for by itself.
 * @param domains the only sites that signatures may be for, or none to take any
 * @returns what is wrong in a sentence, when the line cannot be read at all
 */
export function checkLine(
  text: string,
  domains: readonly string[],
): CheckedLine | WithheldLine | string {
  const value = parseJson(text);
  const parsed = lineSchema.safeParse(value);
  if (!parsed.success) {
    const withheld = withheldSchema.safeParse(value);
    return withheld.data ?? 'this is no line of the proofs: it is cut off or damaged';
  }
  const line = parsed.data;
  const bytes = Buffer.from(line.message, 'base64');
  const message = parseSignedMessage(bytes.toString());
  if (message === null) return 'the signed message is no sign-in with a referral link';
  return {
    line,
    message,
    faults: [...faultsOfKeys(line, bytes), ...faultsOfMessage(line, message, domains)],
  };
}

function faultsOfKeys({ recruit, referrer, signature }: Line, bytes: Buffer): string[] {
  const key = Buffer.from(bs58.decodeUnsafe(recruit) ?? []);
  const faults: string[] = [];
  if (!isProperPoint(key)) faults.push('the recruit is no wallet: anybody can sign for that key');
  else if (!isSignature(key, bytes, Buffer.from(signature, 'base64')))
    faults.push('the signature is not by the recruit over this message');
  if (bs58.decodeUnsafe(referrer)?.length !== 32) faults.push('the referrer is no wallet address');
  if (recruit === referrer) faults.push('the recruit is its own referrer');
  return faults;
}

function faultsOfMessage(line: Line, message: SignedMessage, domains: readonly string[]): string[] {
  const { address, uri, resource, issuedAt } = message;
  const faults: string[] = [];
  if (domains.length > 0 && !domains.includes(message.domain))
    faults.push(`it was signed for ${message.domain}, not ${domains.join(' or ')}`);
  if (uri !== `https://${message.domain}` && uri !== `http://${message.domain}`)
    faults.push('the message names one site and the address of another');
  if (address !== line.recruit) faults.push('the message is for another wallet to sign');
  if (resource !== `${uri}/?ref=${line.referrer}`)
    faults.push('the signed referral link is not the one of the referrer');
  if (!(issuedAt <= new Date(line.provenAt))) faults.push('it was proven before it was signed');
  return faults;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads a signed text line by line; null when it is not exactly of the form that proves a referral. */
function parseSignedMessage(text: string): SignedMessage | null {
  const lines = text.split('\n');
  if (lines.length !== FORM.length) return null;
  const fields: Record<string, string> = {};
  for (const [index, form] of FORM.entries()) {
    const match = form.exec(lines[index] ?? '');
    if (match === null) return null;
    Object.assign(fields, match.groups);
  }
  return signedMessage.parse(fields);
}
