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
 * crafted signatures, so only what the strictest of them accept counts: canonical encodings, no point of small order,
 * and the equation both with the cofactor, which is noble's, and without it, which is OpenSSL's.
 * @param publicKey 32 bytes
 * @param signature 64 bytes
 */
export function isSignedBy(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const x = Buffer.from(publicKey).toString('base64url');
  return (
    isSoundKey(publicKey) &&
    isSoundKey(signature.subarray(0, POINT_BYTES)) &&
    ed25519.verify(signature, message, publicKey, { zip215: false }) &&
    verify(
      null,
      message,
      createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } }),
      signature,
    )
  );
}
