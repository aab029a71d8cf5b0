import { z } from 'zod';

/** Longest time from Issued At to Expiration Time, in milliseconds. */
const MAX_VALIDITY_MS = 300_000;

const FORM = new RegExp(
  String.raw`^(?<domain>[0-9a-z.:[\]-]+) wants you to sign in with your Solana account:
(?<address>[1-9A-HJ-NP-Za-km-z]{32,44})

[ -~]+

URI: (?<uri>https?://[0-9a-z.:[\]-]+)
Version: 1
Chain ID: mainnet
Nonce: (?<nonce>[0-9A-Za-z]{22,64})
Issued At: (?<issuedAt>\S+)
Expiration Time: (?<expirationTime>\S+)
Resources:
- (?<resource>[!-~]+)$`,
);

/** A UTC time as `toISOString` formats it, so that times compare as text. */
export const timeSchema = z.string().refine((text) => {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
});

const textSchema = z
  .object({
    domain: z.string(),
    address: z.string(),
    uri: z.string().refine(isOrigin),
    nonce: z.string(),
    issuedAt: timeSchema,
    expirationTime: timeSchema,
    resource: z.string(),
  })
  .refine(({ issuedAt, expirationTime }) => {
    const validity = Date.parse(expirationTime) - Date.parse(issuedAt);
    return validity > 0 && validity <= MAX_VALIDITY_MS;
  });

/** A signed message: a sign-in with one resource, the referral link. */
export type SignedText = z.infer<typeof textSchema>;

/** Parses a signed message. Returns null if its form or its times are wrong. */
export function parseSignedText(text: string): SignedText | null {
  return textSchema.safeParse(FORM.exec(text)?.groups).data ?? null;
}

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
