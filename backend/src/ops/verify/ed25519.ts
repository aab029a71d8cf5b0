import { createPublicKey, verify } from 'node:crypto';

const POINT_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** The field's prime and the order of the base point (RFC 8032, section 5.1). */
const PRIME = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

const SIGN_BIT = 0x80;

/** The five y coordinates that the eight points of small order have, little-endian. */
const SMALL_ORDER = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
]);

/** What a public key starts with in DER (RFC 8410, section 4). */
const KEY_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Whether these bytes are a point in its only spelling, and not one of the few that anybody can sign for. */
export function isProperPoint(bytes: Buffer): boolean {
  if (bytes.length !== POINT_BYTES) return false;
  const y = Buffer.from(bytes);
  y.writeUInt8(y.readUInt8(POINT_BYTES - 1) & ~SIGN_BIT, POINT_BYTES - 1);
  return !SMALL_ORDER.has(y.toString('hex')) && toNumber(y) < PRIME;
}

/** Whether the signature is by this key over this message, in its only spelling. */
export function isSignature(key: Buffer, message: Buffer, signature: Buffer): boolean {
  if (signature.length !== SIGNATURE_BYTES || !isProperPoint(key)) return false;
  const [r, s] = [signature.subarray(0, POINT_BYTES), signature.subarray(POINT_BYTES)];
  if (!isProperPoint(r) || toNumber(s) >= ORDER) return false;
  const der = Buffer.concat([KEY_PREFIX, key]);
  return verify(
    null,
    message,
    createPublicKey({ key: der, format: 'der', type: 'spki' }),
    signature,
  );
}

function toNumber(littleEndian: Buffer): bigint {
  return BigInt(`0x${Buffer.from(littleEndian).reverse().toString('hex')}`);
}
