import { createPublicKey, verify } from 'node:crypto';

const POINT_BYTES = 32;

/** y coordinates of the points of small order, little-endian. The highest bit, the sign of x, is 0. */
const SMALL_ORDER = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
]);

/** Matches y coordinates that are not smaller than the field's prime, 2^255 - 19. */
const UNREDUCED = /^(?:e[d-f]|f.)(?:ff){30}7f$/;

/**
 * False for a key that is not canonical, or is a point of small order, such as the System Program's address: anybody can
 * sign for such a point. Does not check that the key is a point on the curve.
 */
export function isSoundKey(publicKey: Uint8Array): boolean {
  const bytes = Buffer.from(publicKey);
  if (bytes.length !== POINT_BYTES) return false;
  bytes.writeUInt8(bytes.readUInt8(POINT_BYTES - 1) & 0x7f, POINT_BYTES - 1);
  const y = bytes.toString('hex');
  return !SMALL_ORDER.has(y) && !UNREDUCED.test(y);
}

/**
 * True if a strict verifier of Ed25519 accepts the signature: all encodings are canonical, no point is of small order,
 * and the equation holds without the cofactor. OpenSSL does not check the encoding of the key.
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
