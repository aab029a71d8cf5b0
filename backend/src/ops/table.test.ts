import { expect, test } from '@jest/globals';
import { table } from './table.js';

test('a table aligns numbers to the right and text to the left', () => {
  const rows = [
    { wallet: 'a', points: 1_234 },
    { wallet: 'longer', points: 5 },
  ];
  expect(table(['Wallet', 'Points'], rows)).toBe(
    ['Wallet  Points', 'a        1,234', 'longer       5'].join('\n'),
  );
});

test('a table without rows has only a line of headings', () => {
  expect(table(['Wallet', 'Points'], [])).toBe('Wallet  Points');
});

test('a table of 300,000 rows has a line for each', () => {
  const rows = Array.from({ length: 300_000 }, (_, index) => ['wallet', index]);
  expect(table(['Wallet', 'Points'], rows).split('\n')).toHaveLength(300_001);
});
