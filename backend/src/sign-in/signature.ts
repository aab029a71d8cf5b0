import { createPublicKey, verify } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';

const POINT_BYTES = 32;

/**
 * Whether these 32 bytes are a public key that only its owner can sign for. The points of small order are none:
 * anybody can write a signature that fits them, and the System Program's address is one of them.
 */
export function isSoundKey(publicKey: Uint8Array): boolean {
  try {
    return !ed25519.Point.fromBytes(publicKey).isSmallOrder();
  } catch {
    return false;
  }
}

/**
 * Whether `signature` is the key's own over `message`, for everybody who checks it. Verifiers of Ed25519 disagree on
 * crafted signatures, so only what the strictest of them accept counts: no point of small order, canonical encodings, and
 * the equation without the cofactor, from which the one with it follows. The last two OpenSSL sees to, but for the key.
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
