import type { Pyramid, PyramidLevel } from '@backend/pyramid/pyramid.schema';
import {
  BASE,
  breakOutline,
  coursesFor,
  hollowOutline,
  partAt,
  stoneOutline,
  type Course,
} from './geometry';
import { cutStones, type Stone } from './stones';

/** Everything there is to draw of a pyramid: thousands of stones in three outlines, so that moving them stays cheap. */
export interface Blueprint {
  readonly wallet: string;
  readonly courses: readonly Course[];
  readonly levels: readonly PyramidLevel[];
  /** The stones of each level, from left to right. */
  readonly stones: readonly (readonly Stone[])[];
  /** Path data of all stones whose recruit signed, of all others, and of where recruits are not drawn. */
  readonly proven: string;
  readonly claimed: string;
  readonly broken: string;
  /** Width of the narrowest stone, in the drawing's units; the base's when there is none. */
  readonly narrowest: number;
}

export function blueprintOf({ wallet, levels, nodes }: Pyramid): Blueprint {
  const courses = coursesFor(levels.length);
  const stones = cutStones({ wallet, nodes });
  const placed = stones.flatMap((level, index) => {
    const course = courses[index];
    return course ? level.map((stone) => ({ stone, course })) : [];
  });
  const outline = (wanted: (stone: Stone) => boolean, draw: typeof stoneOutline): string =>
    placed
      .filter(({ stone }) => wanted(stone))
      .map(({ stone, course }) => draw(course, stone))
      .join('');
  return {
    wallet,
    courses,
    levels,
    stones,
    proven: outline(({ node }) => node.status === 'proven', stoneOutline),
    claimed: outline(({ node }) => node.status === 'claimed', hollowOutline),
    broken: outline(({ missing }) => missing > 0, breakOutline),
    narrowest: placed.reduce(
      (least, { stone, course }) => Math.min(least, (stone.to - stone.from) * BASE * course.top),
      BASE,
    ),
  };
}

/** The stone at a point of the drawing, or null where there is none. */
export function stoneAt({ courses, stones }: Blueprint, x: number, y: number): Stone | null {
  for (const [index, level] of stones.entries()) {
    const course = courses[index];
    const part = course ? partAt(course, x, y) : null;
    if (part !== null) return level.find(({ from, to }) => from <= part && part <= to) ?? null;
  }
  return null;
}

/** A stone and everyone it was recruited through, up to the top, as path data. */
export function lineageOutline({ courses, stones }: Blueprint, stone: Stone): string {
  const outlines: string[] = [];
  let wanted = stone.node.wallet;
  for (let index = stone.node.level - 1; index >= 0; index -= 1) {
    const course = courses[index];
    const found = stones[index]?.find(({ node }) => node.wallet === wanted);
    if (!course || !found) break;
    outlines.push(stoneOutline(course, found));
    wanted = found.node.referrer;
  }
  return outlines.join('');
}
