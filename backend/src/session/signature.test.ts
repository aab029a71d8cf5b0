import { describe, expect, test } from '@jest/globals';
import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import bs58 from 'bs58';
import { isSignedBy, isSoundKey } from './signature.js';

const { Point } = ed25519;
const ORDER = Point.Fn.ORDER;
const MESSAGE = new TextEncoder().encode('I was recruited');

function newKey(): { publicKey: Uint8Array; sign(message: Uint8Array): Uint8Array } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const der = publicKey.export({ format: 'der', type: 'spki' });
  return { publicKey: der.subarray(-32), sign: (message) => sign(null, message, privateKey) };
}

function toScalar(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`) % ORDER;
}

function fromScalar(scalar: bigint): Uint8Array {
  return Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').reverse();
}

/** A signature by the secret scalar 7 whose point R has `twist` added to it. */
function signTwisted(twist: InstanceType<typeof Point>): {
  publicKey: Uint8Array;
  signature: Uint8Array;
} {
  const publicKey = Point.BASE.multiply(7n).toBytes();
  const r = Point.BASE.multiply(11n).add(twist).toBytes();
  const hash = createHash('sha512').update(r).update(publicKey).update(MESSAGE).digest();
  const s = (11n + toScalar(hash) * 7n) % ORDER;
  return { publicKey, signature: Buffer.concat([r, fromScalar(s)]) };
}

function openSslAccepts(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const x = Buffer.from(publicKey).toString('base64url');
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
  return verify(null, message, key, signature);
}

/** A point of order 8, and with it all the points of small order. */
const TORSION = Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05');
const SMALL_ORDER = Array.from({ length: 8 }, (_, index) =>
  index === 0 ? Point.ZERO : TORSION.multiplyUnsafe(BigInt(index)),
).map((point) => bs58.encode(point.toBytes()));

/** What anybody can write who has no key: R is the neutral point, and S is 0. */
const FORGED = Buffer.concat([Point.ZERO.toBytes(), new Uint8Array(32)]);

describe('a signature', () => {
  test('by the key over the message counts', () => {
    const key = newKey();
    expect(isSignedBy(key.publicKey, MESSAGE, key.sign(MESSAGE))).toBe(true);
  });

  test('by another key, over another message, or with any bit changed does not', () => {
    const key = newKey();
    const signature = key.sign(MESSAGE);
    expect(isSignedBy(newKey().publicKey, MESSAGE, signature)).toBe(false);
    expect(isSignedBy(key.publicKey, new Uint8Array([1]), signature)).toBe(false);
    for (let bit = 0; bit < 512; bit += 1) {
      const changed = Uint8Array.from(signature);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(isSignedBy(key.publicKey, MESSAGE, changed)).toBe(false);
    }
  });

  test.each(SMALL_ORDER)(
    'that fits the small-order key %s by forgery does not count',
    (address) => {
      const key = bs58.decode(address);
      expect(isSoundKey(key)).toBe(false);
      expect(isSignedBy(key, MESSAGE, FORGED)).toBe(false);
    },
  );

  test('that OpenSSL takes for the System Program’s does not count', () => {
    const systemProgram = bs58.decode('11111111111111111111111111111111');
    const messages = Array.from({ length: 64 }, (_, index) => new Uint8Array([index]));
    const fooled = messages.filter((message) => openSslAccepts(systemProgram, message, FORGED));
    expect(fooled.length).toBeGreaterThan(0);
    for (const message of fooled) expect(isSignedBy(systemProgram, message, FORGED)).toBe(false);
  });

  test('that only verifiers with the cofactor accept does not count', () => {
    const { publicKey, signature } = signTwisted(TORSION);
    expect(ed25519.verify(signature, MESSAGE, publicKey, { zip215: false })).toBe(true);
    expect(openSslAccepts(publicKey, MESSAGE, signature)).toBe(false);
    expect(isSignedBy(publicKey, MESSAGE, signature)).toBe(false);
  });

  test('whose point R is of small order does not count, though OpenSSL accepts it', () => {
    const publicKey = Point.BASE.multiply(7n).toBytes();
    const r = Point.ZERO.toBytes();
    const hash = createHash('sha512').update(r).update(publicKey).update(MESSAGE).digest();
    const s = (toScalar(hash) * 7n) % ORDER;
    const signature = Buffer.concat([r, fromScalar(s)]);
    expect(openSslAccepts(publicKey, MESSAGE, signature)).toBe(true);
    expect(isSignedBy(publicKey, MESSAGE, signature)).toBe(false);
  });

  test('with a number S that is not reduced does not count', () => {
    const key = newKey();
    const signature = key.sign(MESSAGE);
    const s = toScalar(signature.subarray(32)) + ORDER;
    const malleable = Buffer.concat([signature.subarray(0, 32), fromScalar(s)]);
    expect(isSignedBy(key.publicKey, MESSAGE, malleable)).toBe(false);
  });

  test.each([
    ['y that is not on the curve', Buffer.concat([Buffer.from([2]), Buffer.alloc(31)])],
    ['y that is not reduced', Buffer.concat([Buffer.alloc(31, 255), Buffer.from([127])])],
    ['no bytes', new Uint8Array(0)],
  ])('a key with %s is unsound, and asking is no error', (_what, key) => {
    expect(isSoundKey(key)).toBe(false);
    expect(isSignedBy(key, MESSAGE, new Uint8Array(64))).toBe(false);
  });
});
