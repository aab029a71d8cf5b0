import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BET, collapseIn, collapseLink, EACH, ONE_IN } from './wager';

const ORIGIN = 'https://pyramidion.example';

const wager = fc.record({
  each: fc.integer(EACH),
  oneIn: fc.constantFrom(...ONE_IN),
  bet: fc.integer(BET),
  seed: fc.nat(2 ** 32 - 1),
  founded: fc.array(fc.integer({ min: 1, max: 99_999_999 }), { maxLength: 50 }),
});
const dailyBet = fc.record({ day: fc.integer({ min: 1, max: 99_999 }), bet: fc.integer(BET) });

test('a link contains the collapse, and the referrer if there is one', () => {
  fc.assert(
    fc.property(fc.oneof(wager, dailyBet), (made) => {
      const { search, searchParams } = new URL(collapseLink(made, ORIGIN, 'abc'));
      expect(collapseIn(search)).toEqual(made);
      expect(searchParams.get('ref')).toBe('abc');
      expect(new URL(collapseLink(made, ORIGIN, null)).searchParams.has('ref')).toBe(false);
    }),
  );
});

test('a link to a daily collapse does not show the bet', () => {
  const link = collapseLink({ day: 47, bet: 19 }, ORIGIN, null);
  expect(link).toMatch(/\?collapse=day47-[0-9a-z]{2}$/);
  expect(link).not.toContain('19');
});

test.each([
  '',
  '?collapse=',
  '?collapse=1-10-9-a',
  '?collapse=13-10-9-a',
  '?collapse=5-3-9-a',
  '?collapse=5-10-0-a',
  '?collapse=5-10-41-a',
  '?collapse=5-10-9-',
  '?collapse=5-10-9-a-0',
  '?collapse=5-10-9-a-123456789',
  '?collapse=day47',
  '?collapse=day47-1',
  '?collapse=day0-1s',
  '?collapse=day100000-1s',
  '?collapse=<script>',
])('the query string %j contains no valid collapse', (query) => {
  expect(collapseIn(query)).toBeNull();
});
