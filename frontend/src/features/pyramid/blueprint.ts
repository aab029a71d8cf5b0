import { partition, stratify, type HierarchyRectangularNode } from 'd3-hierarchy';
import type { PyramidNode } from '@backend/pyramid/pyramid.schema';
import {
  breakOutline,
  breaksBelow,
  coursesFor,
  hollowOutline,
  stoneOutline,
  type Piece,
} from './geometry';
import type { KnownPyramid } from './pyramid-answer';

/** Maximum number of stones in a path, except in a lineage. Zooming is much slower with a single path of all stones. */
const STONES_AN_OUTLINE = 12;

/** The stone of a recruit. Its depth is the level, and its `parent` is the referrer. */
export type Stone = HierarchyRectangularNode<PyramidNode>;

export type Blueprint = ReturnType<typeof blueprintOf>;

export function blueprintOf(pyramid: KnownPyramid) {
  const { levels } = pyramid;
  const courses = coursesFor(levels.length);
  const stones = cutStones(pyramid, courses);
  const outlines = (proven: boolean, outlineOf: (stone: Stone) => string) =>
    inDozens(stones.filter(({ data }) => (data.status === 'proven') === proven).map(outlineOf));
  const breaks = levels.flatMap(({ level }) =>
    breaksBelow(stones.filter((stone) => stone.depth === level && missingBelow(stone) > 0)),
  );
  return {
    courses,
    levels,
    /** Sorted by level, and within a level from left to right. */
    stones,
    /** Path data of the proven stones, up to a dozen stones per path. */
    proven: outlines(true, stoneOutline),
    claimed: outlines(false, hollowOutline),
    broken: breaks.map(breakOutline).join(''),
  };
}

/** Places each recruit below its referrer. Among siblings, those with the deepest downline are in the middle. */
function cutStones({ wallet, nodes }: KnownPyramid, courses: readonly Piece[]): Stone[] {
  const top: PyramidNode = { wallet, referrer: '', level: 0, status: 'proven', recruits: 0 };
  const root = stratify<PyramidNode>()
    .id((node) => node.wallet)
    .parentId((node) => node.referrer)([top, ...nodes])
    .count()
    .sort((a, b) => b.height - a.height || (b.value ?? 0) - (a.value ?? 0));
  root.each((member) => {
    if (member.children) member.children = firstInTheMiddle(member.children);
  });
  const stones = partition<PyramidNode>()(root).descendants().slice(1);
  for (const stone of stones) {
    const { y0 = 0, y1 = 0 } = courses[stone.depth - 1] ?? {};
    Object.assign(stone, { y0, y1 });
  }
  return stones;
}

function firstInTheMiddle<T>(siblings: readonly T[]): T[] {
  const left = siblings.filter((_, index) => index % 2 === 1);
  const right = siblings.filter((_, index) => index % 2 === 0);
  return [...left.reverse(), ...right];
}

function inDozens(outlines: readonly string[]): string[] {
  return Array.from({ length: Math.ceil(outlines.length / STONES_AN_OUTLINE) }, (_, index) =>
    outlines.slice(index * STONES_AN_OUTLINE, (index + 1) * STONES_AN_OUTLINE).join(''),
  );
}

export function missingBelow({ data, children = [] }: Stone): number {
  return data.recruits - children.length;
}

/** Returns the wallets of a stone's ancestors, its referrer first and the top last. */
export function lineageOf(stone: Stone): string[] {
  return stone
    .ancestors()
    .slice(1)
    .map(({ data }) => data.wallet);
}

export function lineageOutline(stone: Stone): string {
  return stone.ancestors().slice(0, -1).map(stoneOutline).join('');
}
