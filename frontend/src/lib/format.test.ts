import { describe, expect, it } from '@jest/globals';
import {
  formatCompact,
  formatCount,
  formatPeople,
  formatShares,
  formatShortCount,
  formatSol,
  shortenAddress,
} from './format';

describe('the format of numbers and addresses', () => {
  it('shortens an address to its first 4 and last 4 characters', () => {
    expect(shortenAddress('7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU')).toBe('7xKX…gAsU');
  });

  it('shows SOL to 4 decimals', () => {
    expect(formatSol(1.23456)).toBe('1.2346');
    expect(formatSol(0)).toBe('0.0000');
  });

  it('shows $SHARES to 2 decimals', () => {
    expect(formatShares(1234.5)).toBe('1,234.50');
  });

  it('shows counts with a thousands separator', () => {
    expect([0, 999, 21_000, -1_000, -100, 1_234_567].map(formatCount)).toEqual([
      '0',
      '999',
      '21,000',
      '-1,000',
      '-100',
      '1,234,567',
    ]);
  });

  it('rounds numbers of people to 3 digits, with the unit as a word (6.61 thousand) or a letter (5.3K)', () => {
    expect([7, 999, 6_614, 340_100_000, 999_950, 8_231_613_070].map(formatPeople)).toEqual([
      '7',
      '999',
      '6.61 thousand',
      '340 million',
      '1 million',
      '8.23 billion',
    ]);
    expect([5_300, 820_000_000].map(formatCompact)).toEqual(['5.3K', '820M']);
  });

  it('has a short form for counts from a million on', () => {
    expect(formatShortCount(999_999)).toBe('999,999');
    expect(formatShortCount(1_000_000)).toBe('1M');
    expect(formatShortCount(1_284_000)).toBe('1.28M');
    expect(formatShortCount(1_200_365_000)).toBe('1.2B');
  });
});
