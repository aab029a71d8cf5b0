import type { Pyramid, PyramidLevel, PyramidNode } from '@backend/pyramid/pyramid.schema';
import {
  BASE,
  breakOutline,
  breaksBelow,
  coursesFor,
  hollowOutline,
  partAt,
  stoneOutline,
  type Course,
} from './geometry';
import { cutStones, type Stone } from './stones';

/** Stones to an outline. With all of them in one, a browser takes eight times as long to move them. */
const STONES_AN_OUTLINE = 12;

/** Everything there is to draw of a pyramid. */
export interface Blueprint {
  readonly wallet: string;
  readonly courses: readonly Course[];
  readonly levels: readonly PyramidLevel[];
  /** The stones of each level, from left to right. */
  readonly stones: readonly (readonly Stone[])[];
  /** Path data of all stones whose recruit signed, and of all others, a dozen stones each. */
  readonly proven: readonly string[];
  readonly claimed: readonly string[];
  /** Path data of where recruits are not drawn. */
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
  const outlines = (status: PyramidNode['status'], draw: typeof stoneOutline): string[] =>
    inDozens(
      placed
        .filter(({ stone }) => stone.node.status === status)
        .map(({ stone, course }) => draw(course, stone)),
    );
  return {
    wallet,
    courses,
    levels,
    stones,
    proven: outlines('proven', stoneOutline),
    claimed: outlines('claimed', hollowOutline),
    broken: courses
      .flatMap((course, index) =>
        breaksBelow(course, stones[index] ?? []).map((stretch) => breakOutline(course, stretch)),
      )
      .join(''),
    narrowest: placed.reduce(
      (least, { stone, course }) => Math.min(least, (stone.to - stone.from) * BASE * course.top),
      BASE,
    ),
  };
}

function inDozens(outlines: readonly string[]): string[] {
  return Array.from({ length: Math.ceil(outlines.length / STONES_AN_OUTLINE) }, (_, index) =>
    outlines.slice(index * STONES_AN_OUTLINE, (index + 1) * STONES_AN_OUTLINE).join(''),
  );
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

/** A stone and everyone it was recruited through, up to the first below the top. */
export function lineageOf({ stones }: Blueprint, stone: Stone): Stone[] {
  const lineage: Stone[] = [];
  let wanted = stone.node.wallet;
  for (const level of stones.slice(0, stone.node.level).toReversed()) {
    const found = level.find(({ node }) => node.wallet === wanted);
    if (!found) break;
    lineage.push(found);
    wanted = found.node.referrer;
  }
  return lineage;
}

/** The lineage of a stone as path data. */
export function lineageOutline(blueprint: Blueprint, stone: Stone): string {
  return lineageOf(blueprint, stone)
    .map((member) => {
      const course = blueprint.courses[member.node.level - 1];
      return course ? stoneOutline(course, member) : '';
    })
    .join('');
}

/**
 * The stone next to one: up is who brought it, down the first whom it brought, left and right stand beside it on its
 * level. The same stone where there is none, and the first of all from nowhere.
 */
export function stoneBeside(
  blueprint: Blueprint,
  stone: Stone | null,
  direction: 'up' | 'down' | 'left' | 'right',
): Stone | null {
  const { stones } = blueprint;
  if (stone === null) return stones[0]?.[0] ?? null;
  const { level, wallet } = stone.node;
  const beside = stones[level - 1] ?? [];
  switch (direction) {
    case 'up':
      return lineageOf(blueprint, stone)[1] ?? stone;
    case 'down':
      return stones[level]?.find(({ node }) => node.referrer === wallet) ?? stone;
    case 'left':
      return beside[beside.indexOf(stone) - 1] ?? stone;
    case 'right':
      return beside[beside.indexOf(stone) + 1] ?? stone;
  }
}
