import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import bs58 from 'bs58';

const { Point } = ed25519;
const ORDER = Point.Fn.ORDER;
const SECRET = 7n;

/** A point of order 8. */
const TORSION = Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05');

/** A signature of `MESSAGE` that some verifiers accept and others reject. */
export interface CraftedSignature {
  readonly publicKey: Uint8Array;
  readonly signature: Uint8Array;
}

export const MESSAGE = new TextEncoder().encode('I was recruited');

export const SMALL_ORDER_ADDRESSES = Array.from({ length: 8 }, (_, index) =>
  index === 0 ? Point.ZERO : TORSION.multiplyUnsafe(BigInt(index)),
).map((point) => bs58.encode(point.toBytes()));

/** A signature made without a private key: R is the identity, S is 0. */
export const FORGED = Buffer.concat([Point.ZERO.toBytes(), new Uint8Array(32)]);

/** Returns a signature that only cofactored verification accepts, because R has a component of small order. */
export function signWithTorsion(): CraftedSignature {
  return signWith(Point.BASE.multiply(11n).add(TORSION), 11n);
}

export function signWithSmallR(): CraftedSignature {
  return signWith(Point.ZERO, 0n);
}

export function withUnreducedS(signature: Uint8Array): Uint8Array {
  const s = toScalar(signature.subarray(32)) + ORDER;
  return Buffer.concat([signature.subarray(0, 32), fromScalar(s)]);
}

/** Omits the cofactor, and allows points of small order and an unreduced S. */
export function looseVerifierAccepts(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const r = signature.subarray(0, 32);
  const left = Point.BASE.multiplyUnsafe(toScalar(signature.subarray(32)));
  const right = Point.fromBytes(publicKey, true).multiplyUnsafe(challenge(r, publicKey, message));
  return Buffer.from(left.subtract(right).toBytes()).equals(r);
}

function signWith(point: InstanceType<typeof Point>, nonce: bigint): CraftedSignature {
  const publicKey = Point.BASE.multiply(SECRET).toBytes();
  const r = point.toBytes();
  const s = (nonce + challenge(r, publicKey, MESSAGE) * SECRET) % ORDER;
  return { publicKey, signature: Buffer.concat([r, fromScalar(s)]) };
}

function challenge(r: Uint8Array, publicKey: Uint8Array, message: Uint8Array): bigint {
  return toScalar(createHash('sha512').update(r).update(publicKey).update(message).digest());
}

function toScalar(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`) % ORDER;
}

function fromScalar(scalar: bigint): Uint8Array {
  return Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').reverse();
}
