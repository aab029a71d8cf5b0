import { describe, expect, it } from '@jest/globals';
import { ED25519_TORSION_SUBGROUP } from '@noble/curves/ed25519';
import bs58 from 'bs58';
import { publicKeyOf } from './public-key';
import { REFERRER } from '../../../test/proofs';

/** Non-canonical encodings of y = 0, 1 and -1: y plus the prime, or a sign bit although x is 0. */
const OTHER_SPELLINGS = [
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(31)}`,
  `ee${'ff'.repeat(31)}`,
  `ec${'ff'.repeat(31)}`,
  `01${'00'.repeat(30)}80`,
];

function address(hex: string): string {
  return bs58.encode(Buffer.from(hex, 'hex'));
}

describe('the key of an address', () => {
  it('is its 32 bytes', () => {
    expect(publicKeyOf(REFERRER)).toEqual(new Uint8Array(bs58.decode(REFERRER)));
  });

  it.each(['', '0OIl', '1'.repeat(44), REFERRER.slice(2), REFERRER.repeat(400)])(
    'is null if the address is malformed: %j',
    (text) => {
      expect(publicKeyOf(text)).toBeNull();
    },
  );

  it.each([...ED25519_TORSION_SUBGROUP, ...OTHER_SPELLINGS])(
    'is null for the point of small order %s',
    (hex) => {
      expect(publicKeyOf(address(hex))).toBeNull();
    },
  );
});
