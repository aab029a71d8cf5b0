import { expect, test } from '@jest/globals';
import type { PyramidNode } from '@backend/pyramid/pyramid.schema';
import { blueprintOf, lineageOf, stoneBeside, type Stone } from './blueprint';
import { lineageText } from './pyramid-texts';
import { wheelDelta } from './use-zoom';

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

function walk(...directions: readonly Parameters<typeof stoneBeside>[2][]): string | undefined {
  const last = directions.reduce<Stone | null>(
    (stone, direction) => stoneBeside(blueprint, stone, direction),
    null,
  );
  return last?.data.wallet;
}

test('a stone is picked by steps: to who brought it, to whom it brought, and to those beside it', () => {
  const first = walk('right');
  const second = walk('right', 'right');
  expect(new Set([first, second])).toEqual(new Set(['left', 'right']));
  expect(walk('right', 'right', 'left')).toBe(first);
  expect(walk('down', 'up')).toBe(first);
  const toGrandchild = first === 'left' ? (['right'] as const) : (['right', 'right'] as const);
  expect(walk(...toGrandchild, 'down')).toBe('child');
  expect(walk(...toGrandchild, 'down', 'down')).toBe('grandchild');
  expect(walk(...toGrandchild, 'down', 'down', 'down')).toBe('grandchild');
  expect(walk(...toGrandchild, 'down', 'down', 'up', 'up')).toBe('left');
});

test('the lineage of a stone is said up to the top', () => {
  const grandchild = blueprint.stones.find(({ depth }) => depth === 3);
  if (!grandchild) throw new Error('nobody is on level 3');
  expect(lineageOf(grandchild)).toEqual(['child', 'left', 'top']);
  expect(lineageText(['11112222', '33334444'])).toBe('brought by 1111…2222, under 3333…4444');
  expect(lineageText(['11112222', 'a', 'b', 'c', 'd', '33334444'])).toBe(
    'brought by 1111…2222, under 4 others and 3333…4444',
  );
});

test('a notch of the wheel is one step, with Ctrl as without; a touchpad’s pinch is finer', () => {
  const notch = new WheelEvent('wheel', { deltaY: -120, ctrlKey: true });
  expect(2 ** wheelDelta(notch)).toBeCloseTo(1.6);
  const pinch = new WheelEvent('wheel', { deltaY: 5, ctrlKey: true });
  expect(2 ** wheelDelta(pinch)).toBeCloseTo(0.93);
});
