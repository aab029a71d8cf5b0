import { expect, test } from '@jest/globals';
import { canonicalPath } from './canonical-path.js';

const PATHS = ['/', '/about', '/pyramid/:wallet'];

test.each([
  ['', '/'],
  ['/', '/'],
  ['///', '/'],
  ['/About//', '/about'],
  ['/%41bout', '/about'],
  ['/PYRAMID/Ab/', '/pyramid/Ab'],
  ['//about', null],
  ['/about/x', null],
  ['/pyramid//', null],
  ['/pyramid//Ab', null],
  ['/pyramid/Ab/x', null],
  ['/%zz', null],
])('canonicalPath of %j is %j', (path, canonical) => {
  expect(canonicalPath(PATHS, path)).toBe(canonical);
});

test('a path of a million slashes and a letter has no canonical form', () => {
  expect(canonicalPath(PATHS, `${'/'.repeat(1_000_000)}x`)).toBeNull();
});
