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
