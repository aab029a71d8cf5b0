import { describe, expect, test } from '@jest/globals';
import type { Pyramid } from '@backend/pyramid/pyramid.schema';
import { blueprintOf, lineageOutline, stoneAt } from './blueprint';
import { coursesFor, pointAt, stoneOutline } from './geometry';

const PYRAMID: Pyramid = {
  wallet: 'top',
  levels: [
    { level: 1, recruits: 2, proven: 1, shown: 2 },
    { level: 2, recruits: 3, proven: 0, shown: 1 },
  ],
  nodes: [
    { wallet: 'claimed', referrer: 'top', level: 1, status: 'claimed', recruits: 0 },
    { wallet: 'proven', referrer: 'top', level: 1, status: 'proven', recruits: 3 },
    { wallet: 'below', referrer: 'proven', level: 2, status: 'claimed', recruits: 0 },
  ],
  complete: true,
};

function outlines(path: string): number {
  return path.match(/Z/g)?.length ?? 0;
}

describe('the blueprint of a pyramid', () => {
  const blueprint = blueprintOf(PYRAMID);

  test('draws proven stones solid, claimed ones hollow, and the edge where recruits are missing', () => {
    expect(outlines(blueprint.proven)).toBe(1);
    expect(outlines(blueprint.claimed)).toBe(2 * 2);
    expect(outlines(blueprint.broken)).toBe(1);
  });

  test('leaves a course for those who would have to come next', () => {
    expect(coursesFor(9)).toHaveLength(10);
    expect(coursesFor(9).at(-1)?.bottom).toBeLessThan(1);
  });

  test('finds the stone at a point, and none in a joint or beside the pyramid', () => {
    for (const [index, level] of blueprint.stones.entries()) {
      const { top = 0, bottom = 0 } = blueprint.courses[index] ?? {};
      for (const stone of level) {
        const [x, y] = pointAt((stone.from + stone.to) / 2, (top + bottom) / 2);
        expect(stoneAt(blueprint, x, y)).toBe(stone);
        expect(stoneAt(blueprint, x + 2000, y)).toBeNull();
        expect(stoneAt(blueprint, x, pointAt(0.5, bottom + 0.001)[1])).toBeNull();
      }
    }
  });

  test('traces a stone up to the top', () => {
    const below = blueprint.stones[1]?.[0];
    const above = blueprint.stones[0]?.find(({ node }) => node.wallet === 'proven');
    const [first, second] = blueprint.courses;
    if (!below || !above || !first || !second) throw new Error('the blueprint has no such stones');
    expect(lineageOutline(blueprint, below)).toBe(
      stoneOutline(second, below) + stoneOutline(first, above),
    );
  });
});
