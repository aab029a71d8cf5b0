import { expect, test } from '@jest/globals';
import { blueprintOf } from './blueprint';
import { breaksBelow } from './geometry';

const COURSE = { y0: 0.5, y1: 0.6 };

/** @param missing for each stone of a course, the number of recruits that are not drawn */
function lacking(...missing: readonly number[]) {
  return missing
    .map((count, index) => ({
      x0: index / missing.length,
      x1: (index + 1) / missing.length,
      ...COURSE,
      count,
    }))
    .filter(({ count }) => count > 0);
}

test('breaks below adjacent stones are joined, and those below distant stones are not', () => {
  expect(breaksBelow(lacking(0, 3, 1, 0))).toMatchObject([{ x0: 0.25, x1: 0.75 }]);
  expect(breaksBelow(lacking(2, 0, 0, 5))).toMatchObject([
    { x0: 0, x1: 0.25 },
    { x0: 0.75, x1: 1 },
  ]);
  expect(breaksBelow(lacking(0, 0))).toEqual([]);
});

test('breaks are joined if the gap between them is narrower than a tooth', () => {
  const narrow = Array.from({ length: 1_000 }, (_, index) => index % 2);
  expect(breaksBelow(lacking(...narrow))).toMatchObject([{ x0: 0.001, x1: 1 }]);
});

test('all stones of a large level are drawn, with fewer than 20 outlines in each proven path', () => {
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
