import { describe, expect, it } from '@jest/globals';
import {
  isCount,
  isText,
  isTime,
  isWhole,
  listOf,
  oneOf,
  orMissing,
  orNull,
  shapeOf,
} from './shape';

describe('a count', () => {
  it.each([0, 7, Number.MAX_SAFE_INTEGER])('is %p', (value) => {
    expect(isCount(value)).toBe(true);
  });

  it.each([-1, 1.5, 2 ** 53, Infinity, '7', null, undefined])('is not %p', (value) => {
    expect(isCount(value)).toBe(false);
  });
});

describe('a shape', () => {
  const isBuilder = shapeOf<{ wallet: string; points: number; next: string | null; ends?: string }>(
    { wallet: isText, points: isWhole, next: orNull(oneOf('more')), ends: orMissing(isTime) },
  );
  const builder = { wallet: 'Cheops', points: -100, next: null };

  it.each([builder, { ...builder, next: 'more', ends: '2026-11-30T00:00:00.000Z', later: [1] }])(
    'has its fields, and whatever else: %j',
    (value) => {
      expect(isBuilder(value)).toBe(true);
    },
  );

  it.each([null, [], '', 7, {}, { ...builder, points: '7' }, { ...builder, ends: 'soon' }])(
    'is not %j',
    (value) => {
      expect(isBuilder(value)).toBe(false);
      expect(listOf(isBuilder)([builder, value])).toBe(false);
    },
  );
});
