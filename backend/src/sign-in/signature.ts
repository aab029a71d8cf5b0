import { createPublicKey, verify } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';

const POINT_BYTES = 32;

/**
 * True if only the owner of the key can sign for it. Anybody can sign for a point of small order, such as the System
 * Program's address.
 */
export function isSoundKey(publicKey: Uint8Array): boolean {
  try {
    return !ed25519.Point.fromBytes(publicKey).isSmallOrder();
  } catch {
    return false;
  }
}

/**
 * True if every verifier of Ed25519 accepts the signature. Verifiers disagree on crafted signatures, so this check is
 * the strictest: no point of small order, canonical encodings, and the equation without the cofactor. OpenSSL checks
 * the last two, except for the encoding of the key.
 * @param publicKey 32 bytes
 * @param signature 64 bytes
 */
export function isSignedBy(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (!isSoundKey(publicKey) || !isSoundKey(signature.subarray(0, POINT_BYTES))) return false;
  const x = Buffer.from(publicKey).toString('base64url');
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
  return verify(null, message, key, signature);
}
