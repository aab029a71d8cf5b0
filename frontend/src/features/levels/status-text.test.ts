import { describe, expect, test } from '@jest/globals';
import { hint, knownHoldings, shareCount, wayToNext } from './status-card';

describe('the share count', () => {
  test.each([
    [0, '0 shares'],
    [1, '1 share'],
    [1_234.99, '1,234 shares'],
  ])('%d reads %s', (shares, text) => {
    expect(shareCount(shares)).toBe(text);
  });
});

describe('the way to the next level', () => {
  test('names shares and proven recruits while both are missing', () => {
    expect(wayToNext({ shares: 0, provenRecruits: 2 })).toBe(
      'Silver Schemer takes 1,001 more shares and 1 more proven recruit.',
    );
  });

  test('leaves out what is already there', () => {
    expect(wayToNext({ shares: 1_000.5, provenRecruits: 9 })).toBe(
      'Silver Schemer takes 1 more share.',
    );
  });

  test('ends at the top', () => {
    expect(wayToNext({ shares: 200_000, provenRecruits: 30 })).toBe('You have all of it.');
  });
});

describe('a level whose recruits or shares are not known', () => {
  test.each([
    [null, 7],
    [12_000, null],
  ])('is not that of a wallet with nothing: %s shares, %s recruits', (shares, recruits) => {
    expect(knownHoldings(shares, recruits)).toBeNull();
  });

  test('is said to be unknown once they could not be had', () => {
    expect(hint(null, false)).toBe('Looking you up.');
    expect(hint(null, true)).toContain('real level is not known');
  });
});
