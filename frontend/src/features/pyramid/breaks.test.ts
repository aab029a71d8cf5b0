import { expect, test } from '@jest/globals';
import type { PyramidNode } from '@backend/pyramid/pyramid.schema';
import { blueprintOf } from './blueprint';
import { breaksBelow } from './geometry';

const COURSE = { top: 0.5, bottom: 0.6 };

/** Stones side by side; the numbers say how many recruits of each are not drawn. */
function stones(...missing: readonly number[]) {
  const node: PyramidNode = {
    wallet: 'w',
    referrer: 'r',
    level: 1,
    status: 'proven',
    recruits: Math.max(...missing),
  };
  return missing.map((count, index) => ({
    node,
    from: index / missing.length,
    to: (index + 1) / missing.length,
    missing: count,
  }));
}

test('a pyramid breaks off below the stones whose recruits are not all drawn', () => {
  expect(breaksBelow(COURSE, stones(0, 3, 1, 0))).toEqual([{ from: 0.25, to: 0.75 }]);
  expect(breaksBelow(COURSE, stones(2, 0, 0, 5))).toEqual([
    { from: 0, to: 0.25 },
    { from: 0.75, to: 1 },
  ]);
  expect(breaksBelow(COURSE, stones(0, 0))).toEqual([]);
});

test('a break does not stop at a stone that nobody could see', () => {
  const narrow = Array.from({ length: 1_000 }, (_, index) => index % 2);
  expect(breaksBelow(COURSE, stones(...narrow))).toEqual([{ from: 0.001, to: 1 }]);
});

test('every stone of a large pyramid is drawn, in outlines that a browser can move', () => {
  const nodes = Array.from({ length: 1_000 }, (_, index) => ({
    wallet: `recruit ${index}`,
    referrer: 'top',
    level: 1,
    status: index % 5 === 0 ? ('claimed' as const) : ('proven' as const),
    recruits: 0,
  }));
  const levels = [{ level: 1, recruits: 1_000, proven: 800, shown: 1_000 }];
  const { proven, claimed } = blueprintOf({ wallet: 'top', levels, nodes, complete: true });
  const outlinesIn = (path: string) => path.split('M').length - 1;
  const largest = Math.max(...proven.map(outlinesIn));
  expect(proven.reduce((sum, path) => sum + outlinesIn(path), 0)).toBe(800);
  expect(claimed.reduce((sum, path) => sum + outlinesIn(path), 0)).toBe(2 * 200);
  expect(largest).toBeLessThan(20);
});
