import { expect, test } from '@jest/globals';
import type { PyramidNode } from '@backend/pyramid/pyramid.schema';
import { blueprintOf, lineageOf } from './blueprint';
import { lineageText } from './pyramid-texts';

function node(wallet: string, referrer: string, level: number): PyramidNode {
  return { wallet, referrer, level, status: 'proven', recruits: 0 };
}

const blueprint = blueprintOf({
  wallet: 'top',
  complete: true,
  levels: [1, 2, 3].map((level) => ({ level, recruits: 2, proven: 2, shown: 2 })),
  nodes: [
    node('left', 'top', 1),
    node('right', 'top', 1),
    node('child', 'left', 2),
    node('other', 'right', 2),
    node('grandchild', 'child', 3),
  ],
});

test('a lineage leads from the referrer to the top, and its text names both', () => {
  const grandchild = blueprint.stones.find(({ depth }) => depth === 3);
  if (!grandchild) throw new Error('nobody is on level 3');
  expect(lineageOf(grandchild)).toEqual(['child', 'left', 'top']);
  expect(lineageText(['11112222', '33334444'])).toBe('brought by 1111…2222, under 3333…4444');
  expect(lineageText(['11112222', 'a', 'b', 'c', 'd', '33334444'])).toBe(
    'brought by 1111…2222, under 4 others and 3333…4444',
  );
});
