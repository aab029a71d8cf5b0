import bs58 from 'bs58';
import { z } from 'zod';

/** Bytes in an Ed25519 public key, which is what a Solana address spells in base58. */
const PUBLIC_KEY_BYTES = 32;

/** A base58 spelling of 32 bytes is never longer than this; longer text is refused unread. */
const MAX_ADDRESS_LENGTH = 44;

const BASE58 = /^[1-9A-HJ-NP-Za-km-z]*$/;

/** A number in base58 as long as any address; `1` is its zero, and the digits stand in the order of their characters. */
const padded = (number: string): string => number.padStart(MAX_ADDRESS_LENGTH, '1');

/** The first and the last address whose first byte is not 0. */
const FIRST = padded(bs58.encode(new Uint8Array(PUBLIC_KEY_BYTES).fill(1, 0, 1)));
const LAST = padded(bs58.encode(new Uint8Array(PUBLIC_KEY_BYTES).fill(255)));

/**
 * Whether `text` is a wallet address: base58 that decodes to exactly 32 bytes, which most are told by without decoding.
 * The length of the text alone does not tell: `1` repeated 44 times is 44 bytes.
 */
export function isWalletAddress(text: string): boolean {
  if (text.length > MAX_ADDRESS_LENGTH) return false;
  if (text.startsWith('1')) return bs58.decodeUnsafe(text)?.length === PUBLIC_KEY_BYTES;
  return BASE58.test(text) && FIRST <= padded(text) && padded(text) <= LAST;
}

/** Wallets in the examples of the API's description; nobody is known to have their keys. */
export const EXAMPLE_REFERRER = '8UviNr47S8eL6J3WfDxMRa3hvLta1VDJwNWqsDgtN3Cv';
export const EXAMPLE_RECRUIT = '4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS';

/** A wallet address at the edge of the API, refused with a sentence that says what one is. */
export const walletAddressSchema = z
  .string()
  .refine(isWalletAddress, 'must be a Solana wallet address: base58 of exactly 32 bytes')
  .meta({
    description: 'A Solana wallet address, base58',
    example: EXAMPLE_REFERRER,
  });

/**
 * The link that brings a visitor under `referrer` (specification, section 7).
 * @param origin of the site, without a trailing slash
 */
export function referralLink(origin: string, referrer: string): string {
  return `${origin}/?ref=${referrer}`;
}
