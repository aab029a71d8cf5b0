import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addressOf, BET, EACH, ONE_IN, wagerIn } from './wager';

const wager = fc.record({
  each: fc.integer(EACH),
  oneIn: fc.constantFrom(...ONE_IN),
  bet: fc.integer(BET),
  seed: fc.nat(2 ** 32 - 1),
  founded: fc.array(fc.integer({ min: 1, max: 99_999_999 }), { maxLength: 50 }),
});

test('a link holds the whole wager, and leaves the rest of the address alone', () => {
  fc.assert(
    fc.property(wager, (made) => {
      const link = new URL(addressOf(made, 'https://pyramidion.example/?ref=abc&collapse=old'));
      expect(wagerIn(link.search)).toEqual(made);
      expect(link.searchParams.get('ref')).toBe('abc');
    }),
  );
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
  '?collapse=<script>',
])('an address with %j holds no wager', (query) => {
  expect(wagerIn(query)).toBeNull();
});
