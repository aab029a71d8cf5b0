/** A point in the picture's own units. */
export type Point = readonly [x: number, y: number];

/** The corners that one sees of a pyramid standing at an angle. */
export interface PyramidCorners {
  apex: Point;
  left: Point;
  ridge: Point;
  right: Point;
}

/** The height of a cut: 0 is the apex, 1 the ground. */
export type Cut = number;

function between(from: Point, to: Point, cut: Cut): Point {
  return [from[0] + (to[0] - from[0]) * cut, from[1] + (to[1] - from[1]) * cut];
}

function path(...points: Point[]): string {
  return points
    .map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`)
    .join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The line of one course of stone around both visible faces. */
export function course({ apex, left, ridge, right }: PyramidCorners, cut: Cut): string {
  return path(between(apex, left, cut), between(apex, ridge, cut), between(apex, right, cut));
}

/** One face between two cuts, closed. */
export function face(apex: Point, near: Point, far: Point, from: Cut, to: Cut): string {
  return `${path(
    between(apex, near, from),
    between(apex, far, from),
    between(apex, far, to),
    between(apex, near, to),
  )}Z`;
}
