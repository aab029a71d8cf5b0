import { describe, expect, test } from '@jest/globals';
import { ed25519 } from '@noble/curves/ed25519.js';
import bs58 from 'bs58';
import { isProperPoint, isSignature } from '../../src/verify/ed25519.js';
import { isSignedBy, isSoundKey } from '../../src/sign-in/signature.js';
import {
  FORGED,
  MESSAGE,
  SMALL_ORDER_ADDRESSES,
  looseVerifierAccepts,
  signWithSmallR,
  signWithTorsion,
  withUnreducedS,
} from './crafted-signatures.js';
import { newSigner } from '../support/signer.js';

interface Verifier {
  isKey(key: Uint8Array): boolean;
  accepts(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
}

const offline: Verifier = {
  isKey: (key) => isProperPoint(Buffer.from(key)),
  accepts: (key, message, signature) =>
    isSignature(Buffer.from(key), Buffer.from(message), Buffer.from(signature)),
};

const verifiers: [string, Verifier][] = [
  ['the server', { isKey: isSoundKey, accepts: isSignedBy }],
  ['the offline check', offline],
];

function sign(message: Uint8Array): { key: Uint8Array; signature: Uint8Array } {
  const signer = newSigner();
  return { key: bs58.decode(signer.address), signature: signer.sign(message) };
}

describe.each(verifiers)('%s', (_who, { isKey, accepts }) => {
  test('accepts a signature of the message by the key', () => {
    const { key, signature } = sign(MESSAGE);
    expect([isKey(key), accepts(key, MESSAGE, signature)]).toEqual([true, true]);
  });

  test('accepts 50 valid signatures, as cofactored verification does', () => {
    for (let signer = 0; signer < 50; signer += 1) {
      const { key, signature } = sign(MESSAGE);
      expect(accepts(key, MESSAGE, signature)).toBe(true);
      expect(ed25519.verify(signature, MESSAGE, key, { zip215: false })).toBe(true);
    }
  });

  test('rejects a signature by another key, of another message, or with a changed bit', () => {
    const { key, signature } = sign(MESSAGE);
    expect(accepts(sign(MESSAGE).key, MESSAGE, signature)).toBe(false);
    expect(accepts(key, new Uint8Array([1]), signature)).toBe(false);
    for (let bit = 0; bit < 512; bit += 1) {
      const changed = Uint8Array.from(signature);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(accepts(key, MESSAGE, changed)).toBe(false);
    }
  });

  test.each(SMALL_ORDER_ADDRESSES)('rejects a forgery for the small-order key %s', (address) => {
    const key = bs58.decode(address);
    expect([isKey(key), accepts(key, MESSAGE, FORGED)]).toEqual([false, false]);
  });

  test('rejects forged signatures of the System Program that a lenient verifier accepts', () => {
    const systemProgram = bs58.decode('11111111111111111111111111111111');
    const messages = Array.from({ length: 64 }, (_, index) => new Uint8Array([index]));
    const fooled = messages.filter((message) =>
      looseVerifierAccepts(systemProgram, message, FORGED),
    );
    expect(fooled.length).toBeGreaterThan(0);
    for (const message of fooled) expect(accepts(systemProgram, message, FORGED)).toBe(false);
  });

  test('rejects a signature that only cofactored verification accepts', () => {
    const { publicKey, signature } = signWithTorsion();
    expect(ed25519.verify(signature, MESSAGE, publicKey, { zip215: false })).toBe(true);
    expect(looseVerifierAccepts(publicKey, MESSAGE, signature)).toBe(false);
    expect(accepts(publicKey, MESSAGE, signature)).toBe(false);
  });

  test('rejects a signature whose R has small order, though a lenient verifier accepts it', () => {
    const { publicKey, signature } = signWithSmallR();
    expect(looseVerifierAccepts(publicKey, MESSAGE, signature)).toBe(true);
    expect(accepts(publicKey, MESSAGE, signature)).toBe(false);
  });

  test('rejects a signature with an unreduced S', () => {
    const { key, signature } = sign(MESSAGE);
    expect(accepts(key, MESSAGE, withUnreducedS(signature))).toBe(false);
  });

  test.each([
    ['an unreduced y', Buffer.concat([Buffer.alloc(31, 255), Buffer.from([127])])],
    [
      'the field’s prime as y',
      Buffer.concat([Buffer.from([237]), Buffer.alloc(30, 255), Buffer.from([127])]),
    ],
    ['no bytes', new Uint8Array(0)],
    ['33 bytes', new Uint8Array(33)],
  ])('rejects a key with %s', (_what, key) => {
    expect(isKey(key)).toBe(false);
    expect(accepts(key, MESSAGE, new Uint8Array(64))).toBe(false);
  });

  test('returns false, and throws nothing, for a key that is not on the curve', () => {
    const key = Buffer.concat([Buffer.from([2]), Buffer.alloc(31)]);
    expect(accepts(key, MESSAGE, sign(MESSAGE).signature)).toBe(false);
  });
});
