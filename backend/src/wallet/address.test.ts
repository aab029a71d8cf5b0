import { describe, expect, test } from '@jest/globals';
import bs58 from 'bs58';
import fc from 'fast-check';
import { isWalletAddress } from './address.js';

describe('a wallet address', () => {
  test('is any 32 bytes in base58', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        expect(isWalletAddress(bs58.encode(bytes))).toBe(true);
      }),
    );
  });

  test('is no other number of bytes', () => {
    const bytes = fc.uint8Array({ maxLength: 40 }).filter(({ length }) => length !== 32);
    fc.assert(
      fc.property(bytes, (wrong) => {
        expect(isWalletAddress(bs58.encode(wrong))).toBe(false);
      }),
    );
  });

  test.each([
    ['the least that begins with no zero', [1, ...new Uint8Array(31)], true],
    ['the greatest', new Uint8Array(32).fill(255), true],
    ['31 bytes, however great', new Uint8Array(31).fill(255), false],
    ['33 bytes, however small', [1, ...new Uint8Array(32)], false],
    ['31 zeros and one byte more', [...new Uint8Array(31), 255], true],
  ])('is told by its bytes: %s', (_name, bytes, isOne) => {
    expect(isWalletAddress(bs58.encode(Uint8Array.from(bytes)))).toBe(isOne);
  });

  test.each([
    ['1'.repeat(44)],
    [''],
    ['0'.repeat(43)],
    ['l'.repeat(43)],
    [' '.repeat(32)],
    ['1'.repeat(100_000)],
  ])('%# is none', (text) => {
    expect(isWalletAddress(text)).toBe(false);
  });
});
