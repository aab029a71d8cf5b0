import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decodeCursor, encodeCursor } from './leaderboard.service.js';

describe('a cursor', () => {
  test('comes back as the rank key it was made from', () => {
    const rankKey = fc
      .uint8Array({ minLength: 12, maxLength: 12 })
      .map((bytes) => Buffer.from(bytes).toString('hex').toUpperCase());
    fc.assert(
      fc.property(rankKey, (text) => {
        expect(decodeCursor(encodeCursor(text))).toBe(text);
      }),
    );
  });

  test('that is not one of ours is refused', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^[\w-]{16}$/.test(text));
        expect(decodeCursor(text)).toBeNull();
      }),
    );
  });
});
