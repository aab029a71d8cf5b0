import { describe, expect, test } from '@jest/globals';
import { hint, knownHoldings, needs, shareCount } from './status-card';

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
  test.each([
    ['no minimum is met', 0, 2, ['○ 1,001 more shares', '○ 1 more proven recruit']],
    ['one minimum is met', 1_000.5, 9, ['○ 1 more share', '✓ enough proven recruits']],
    ['there is no next level', 200_000, 30, ['✓ enough shares', '✓ enough proven recruits']],
  ])('says which minimums are met and what is missing if %s', (_, shares, recruits, lines) => {
    const read = needs({ shares, provenRecruits: recruits });
    expect(read.map(({ text, isMet }) => `${isMet ? '✓' : '○'} ${text}`)).toEqual(lines);
  });

  test('has dashes for unknown holdings', () => {
    expect(needs(null).map(({ text }) => text)).toEqual(['– shares', '– proven recruits']);
  });
});

test('the hint says that something is missing, except at the top level', () => {
  expect(hint({ shares: 0, provenRecruits: 0 }, false)).toBe(
    'You start at 60 %, for motivation. Still missing:',
  );
  expect(hint({ shares: 200_000, provenRecruits: 30 }, false)).toContain('Nothing is missing.');
});

describe('the holdings of a wallet', () => {
  test.each([
    [null, 7],
    [12_000, null],
  ])('are unknown if its shares are %s and its recruits are %s', (shares, recruits) => {
    expect(knownHoldings(shares, recruits)).toBeNull();
  });

  test('have the hint “Looking you up.” while they load, and another hint after a failure', () => {
    expect(hint(null, false)).toBe('Looking you up.');
    expect(hint(null, true)).toContain('real level is not known');
  });
});
