import { expect, test } from '@jest/globals';
import { table } from './table.js';

test('a table aligns numbers to the right and the rest to the left, and takes objects for rows', () => {
  const rows = [
    { wallet: 'a', points: 1_234 },
    { wallet: 'longer', points: 5 },
  ];
  expect(table(['Wallet', 'Points'], rows)).toBe(
    ['Wallet  Points', 'a        1,234', 'longer       5'].join('\n'),
  );
});

test('of none there is a line of headings', () => {
  expect(table(['Wallet', 'Points'], [])).toBe('Wallet  Points');
});

test('of more than a call takes arguments has a line for each', () => {
  const rows = Array.from({ length: 300_000 }, (_, index) => ['wallet', index]);
  expect(table(['Wallet', 'Points'], rows).split('\n')).toHaveLength(300_001);
});
