import { createHash, randomBytes } from 'node:crypto';
import bs58 from 'bs58';

const SECRET_BYTES = 32;
const NONCE_BYTES = 20;

/** A secret for a cookie: 256 random bits. */
export function randomSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** A nonce of 160 random bits, letters and digits only. */
export function randomNonce(): string {
  return bs58.encode(randomBytes(NONCE_BYTES));
}

/** What the database keeps of a secret: its SHA-256, hexadecimal. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
