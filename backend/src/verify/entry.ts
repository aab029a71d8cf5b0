import bs58 from 'bs58';
import { z } from 'zod';
import { isProperPoint, isSignature } from './ed25519.js';
import { parseSignedText, timeSchema, type SignedText } from './signed-text.js';

/** Checks only the characters and the maximum length of an address; for entries, {@link checkEntry} checks the rest. */
export const addressSchema = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{1,44}$/);

const base64Schema = z
  .string()
  .refine((text) => Buffer.from(text, 'base64').toString('base64') === text);

const proofSchema = z.strictObject({
  action: z.literal('prove'),
  message: z.string(),
  signature: base64Schema,
  recruit: addressSchema,
  referrer: addressSchema,
  at: timeSchema,
});

const reasonAndTime = { why: z.string(), at: timeSchema };

export const withdrawalSchema = z.strictObject({
  action: z.enum(['ban', 'unban', 'revoke', 'unrevoke']),
  subject: addressSchema,
  ...reasonAndTime,
});

export const newLogSchema = z.strictObject({
  action: z.literal('new-log'),
  /** The newest checkpoint of the former log; empty if none is known. */
  formerCheckpoint: z.string(),
  ...reasonAndTime,
});

const entrySchema = z.discriminatedUnion('action', [proofSchema, withdrawalSchema, newLogSchema]);

type Proof = z.infer<typeof proofSchema>;
export type Withdrawal = z.infer<typeof withdrawalSchema>;
export type NewLog = z.infer<typeof newLogSchema>;

export interface CheckedEntry {
  readonly faults: readonly string[];
  readonly proof?: Proof & { readonly signed: SignedText };
  readonly action?: Withdrawal | NewLog;
}

/**
 * Checks one entry of the log, without regard to the others.
 * @param domains allowed in signatures; null for any
 */
export function checkEntry(text: string, domains: readonly string[] | null): CheckedEntry {
  const { data: entry } = entrySchema.safeParse(parseLine(text));
  if (entry === undefined) {
    return { faults: ['this is not an entry of the log: it is cut off or damaged'] };
  }
  if (entry.action !== 'prove') return { faults: faultsOfAction(entry), action: entry };
  const signed = parseSignedText(entry.message);
  if (signed === null) {
    return { faults: ['the signed message is not a sign-in with a referral link'] };
  }
  return { faults: faultsOfProof(entry, signed, domains), proof: { ...entry, signed } };
}

/**
 * Parses a line. Returns null if `JSON.stringify` would write it differently: parsers disagree, for example, about
 * repeated keys.
 */
export function parseLine(text: string): unknown {
  const value = parseJson(text);
  return JSON.stringify(value) === text ? value : null;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function faultsOfAction(entry: Withdrawal | NewLog): string[] {
  return faultsIn({
    'it gives no reason': entry.why.trim() === '',
    'its subject is not a wallet address': 'subject' in entry && !isAddress(entry.subject),
  });
}

function faultsOfProof(
  { recruit, referrer, message, signature, at }: Proof,
  { domain, address, uri, resource, issuedAt, expirationTime }: SignedText,
  domains: readonly string[] | null,
): string[] {
  const key = Buffer.from(bs58.decodeUnsafe(recruit) ?? []);
  const isKey = isProperPoint(key);
  const isSigned =
    isKey && isSignature(key, Buffer.from(message), Buffer.from(signature, 'base64'));
  return faultsIn({
    'the recruit is not a wallet: anybody can sign for that key': !isKey,
    'the signature is not by the recruit over this message': isKey && !isSigned,
    'the referrer is not a wallet address': !isAddress(referrer),
    'the recruit is its own referrer': recruit === referrer,
    [`it was signed for ${domain}, not ${domains?.join(' or ') ?? ''}`]:
      domains !== null && !domains.includes(domain),
    'the message names one site and the address of another':
      uri !== `https://${domain}` && uri !== `http://${domain}`,
    'the message is for another wallet to sign': address !== recruit,
    'the signed referral link is not the one of the referrer':
      resource !== `${uri}/?ref=${referrer}`,
    'it was proven before it was signed': at < issuedAt,
    'it was proven after the message had expired': expirationTime < at,
  });
}

function isAddress(text: string): boolean {
  return bs58.decodeUnsafe(text)?.length === 32;
}

export function faultsIn(faults: Readonly<Record<string, boolean>>): string[] {
  return Object.keys(faults).filter((fault) => faults[fault]);
}

const DAY_MS = 86_400_000;

/**
 * Returns the UTC week (ISO 8601) of a time, in the form `2026-W48`.
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
