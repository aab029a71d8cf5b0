import { expect, test } from '@jest/globals';
import { resultRow } from './verdict';

test.each([
  [0, 'Pyramidion #47: spot on 🔺🟨🟨🟨'],
  [1, 'Pyramidion #47: off by 1 🔺🟨🟨🟥'],
  [2, 'Pyramidion #47: off by 2 🔺🟨🟥🟥'],
  [9, 'Pyramidion #47: off by 9 🔺🟥🟥🟥'],
])('a bet that is off by %i gives the row %s', (off, row) => {
  expect(resultRow(47, off)).toBe(row);
});
