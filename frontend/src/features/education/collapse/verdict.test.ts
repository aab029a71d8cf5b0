import { expect, test } from '@jest/globals';
import { resultRow } from './verdict';

test.each([
  [0, 'Pyramidion #47: spot on 🔺🟨🟨🟨'],
  [1, 'Pyramidion #47: off by 1 🔺🟨🟨🟥'],
  [2, 'Pyramidion #47: off by 2 🔺🟨🟥🟥'],
  [9, 'Pyramidion #47: off by 9 🔺🟥🟥🟥'],
])('a bet with an error of %i is shown as %s', (off, row) => {
  expect(resultRow(47, off)).toBe(row);
});
