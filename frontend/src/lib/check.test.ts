import { describe, expect, it } from '@jest/globals';
import { count, integer, listOf, objectOf, oneOf, orNull, text, time } from './check';

describe('the check of a count', () => {
  it.each([0, 7, Number.MAX_SAFE_INTEGER])('accepts %p', (value) => {
    expect(count(value)).toBe(value);
  });

  it.each([-1, 1.5, 2 ** 53, Infinity, NaN, '7', null, undefined])('rejects %p', (value) => {
    expect(count(value)).toBeUndefined();
  });
});

interface Builder {
  readonly wallet: string;
  readonly points: number;
  readonly next: 'more' | null;
  readonly ends?: string;
}

describe('the check of an object', () => {
  const builder = objectOf<Builder>(
    { wallet: text, points: integer, next: orNull(oneOf('more')), ends: time },
    'ends',
  );
  const least = { wallet: 'Cheops', points: -100, next: null };

  it.each([least, { ...least, next: 'more', ends: '2026-11-30T00:00:00.000Z', later: [1] }])(
    'keeps all fields, even unknown ones: %j',
    (value) => {
      expect(builder(value)).toEqual(value);
      expect(listOf(builder)([value, least])).toEqual([value, least]);
    },
  );

  it.each([
    null,
    [],
    '',
    7,
    {},
    { ...least, points: '7' },
    { ...least, wallet: null },
    { ...least, next: undefined },
    { ...least, ends: 'soon' },
  ])('rejects %j', (value) => {
    expect(builder(value)).toBeUndefined();
    expect(listOf(builder)([least, value])).toBeUndefined();
  });
});
