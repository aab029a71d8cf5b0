import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BET, betIn, betLink } from './daily-bet';

const ORIGIN = 'https://pyramidion.example';

const dailyBet = fc.record({ day: fc.integer({ min: 1, max: 99_999 }), bet: fc.integer(BET) });

test('a link contains the bet, and the referrer if there is one', () => {
  fc.assert(
    fc.property(dailyBet, (made) => {
      const { search, searchParams } = new URL(betLink(made, ORIGIN, 'abc'));
      expect(betIn(search)).toEqual(made);
      expect(searchParams.get('ref')).toBe('abc');
      expect(new URL(betLink(made, ORIGIN, null)).searchParams.has('ref')).toBe(false);
    }),
  );
});

test('a link contains the bet only in encoded form', () => {
  const link = betLink({ day: 47, bet: 19 }, ORIGIN, null);
  expect(link).toMatch(/\?collapse=day47-[0-9a-z]{2}$/);
  expect(link).not.toContain('19');
});

test.each([
  '',
  '?collapse=',
  '?collapse=5-10-9-a',
  '?collapse=day47',
  '?collapse=day47-1',
  '?collapse=day0-1s',
  '?collapse=day100000-1s',
  '?collapse=<script>',
])('the query string %j contains no valid bet', (query) => {
  expect(betIn(query)).toBeNull();
});
