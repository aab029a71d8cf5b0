import { createPublicKey, verify } from 'node:crypto';

const POINT_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** The prime of the field (RFC 8032, section 5.1). */
const PRIME = 2n ** 255n - 19n;
/** Order of the base point (RFC 8032, section 5.1). */
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/** Each of the four points of order 8 has this y coordinate or its negative. */
const Y_OF_ORDER_8 = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;

/** y coordinates of the eight points of small order. */
const SMALL_ORDER = new Set([0n, 1n, PRIME - 1n, Y_OF_ORDER_8, PRIME - Y_OF_ORDER_8]);

/** True if the encoding is canonical and not of a point of small order. The point may still be off the curve. */
export function isProperPoint(bytes: Buffer): boolean {
  if (bytes.length !== POINT_BYTES) return false;
  // The highest bit is the sign of x.
  const y = BigInt.asUintN(255, toNumber(bytes));
  return y < PRIME && !SMALL_ORDER.has(y);
}

/** True if the signature is valid and canonical, and neither its R nor the key has small order. */
export function isSignature(key: Buffer, message: Buffer, signature: Buffer): boolean {
  if (signature.length !== SIGNATURE_BYTES || !isProperPoint(key)) return false;
  const [r, s] = [signature.subarray(0, POINT_BYTES), signature.subarray(POINT_BYTES)];
  if (!isProperPoint(r) || toNumber(s) >= ORDER) return false;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.toString('base64url') };
  return verify(null, message, createPublicKey({ key: jwk, format: 'jwk' }), signature);
}

function toNumber(littleEndian: Buffer): bigint {
  return BigInt(`0x${Buffer.from(littleEndian).reverse().toString('hex')}`);
}
