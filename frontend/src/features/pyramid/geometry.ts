/** The pyramid's base and height in the drawing's own units, with the slope of the one at Giza. */
export const BASE = 1000;
export const HEIGHT = 640;

/** Space around the pyramid for what stands beside it, in the same units. */
export const FRAME = { x: -110, y: -60, width: BASE + 220, height: HEIGHT + 120 } as const;

/** Where the body begins, below the capstone, as a part of the height. */
const BODY = 0.22;

/** A pyramid has at least this many courses, so that a small one looks like one. */
const MIN_COURSES = 6;

const JOINT = 0.07;

/** Widest joint between two stones and widest rim of a hollow one, in units, and what part of a small stone they take. */
const MAX_EDGE = 3;
const EDGE_PART = 0.16;

/** Width of a tooth of a broken edge, in units. */
const TOOTH = 20;
/** How far its teeth reach, in turn, as parts of a course's height. */
const TOOTH_LENGTHS = [0.45, 0.18, 0.6, 0.3, 0.52, 0.22, 0.38];

/**
 * A piece of the pyramid between two heights, 0 at the apex and 1 on the ground, and between two parts of its width
 * there, 0 on the left slope and 1 on the right.
 */
export interface Piece {
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
}

/** One course for each level, and one more for those who would have to come next. */
export function coursesFor(levels: number): Piece[] {
  const count = Math.max(MIN_COURSES, levels + 1);
  const height = (1 - BODY) / count;
  return Array.from({ length: count }, (_, index) => {
    const y0 = BODY + index * height;
    return { x0: 0, x1: 1, y0, y1: y0 + height * (1 - JOINT) };
  });
}

/** A point of the drawing, in its own units, from where it is in the pyramid. */
function pointAt(part: number, height: number): [x: number, y: number] {
  return [BASE / 2 + (part - 0.5) * BASE * height, HEIGHT * height];
}

/** Whether a point of the drawing, in its own units, is in a piece. */
export function contains({ x0, x1, y0, y1 }: Piece, x: number, y: number): boolean {
  const height = y / HEIGHT;
  const part = (x - BASE / 2) / (BASE * height) + 0.5;
  return y0 <= height && height <= y1 && x0 <= part && part <= x1;
}

export function outlineOf({ x0, x1, y0, y1 }: Piece): string {
  return polygon([pointAt(x0, y0), pointAt(x1, y0), pointAt(x1, y1), pointAt(x0, y1)]);
}

/** The outline of a stone, with half a joint left free on either side, as path data. */
export function stoneOutline(stone: Piece): string {
  return outlineOf(inset(stone, edgeOf(stone) / 2, 0));
}

/** The same for a stone that is only a rim: two outlines, to be filled where they do not overlap. */
export function hollowOutline(stone: Piece): string {
  const outside = inset(stone, edgeOf(stone) / 2, 0);
  const down = Math.min(MAX_EDGE / HEIGHT, (stone.y1 - stone.y0) * EDGE_PART);
  return stoneOutline(stone) + outlineOf(inset(outside, edgeOf(outside), down));
}

/** How wide a joint or a rim of a stone is, as a part of the width. */
function edgeOf({ x0, x1, y1 }: Piece): number {
  return Math.min(MAX_EDGE / (BASE * y1), (x1 - x0) * EDGE_PART);
}

function inset({ x0, x1, y0, y1 }: Piece, across: number, down: number): Piece {
  return { x0: x0 + across, x1: x1 - across, y0: y0 + down, y1: y1 - down };
}

/**
 * Where a pyramid breaks off below stones whose recruits are not all drawn. A break goes on below other stones where
 * they are narrower than one of its teeth.
 * @param stones those of a course whose recruits are not all drawn, from left to right
 */
export function breaksBelow(stones: readonly Piece[]): Piece[] {
  const breaks: Piece[] = [];
  for (const stone of stones) {
    const last = breaks.at(-1);
    if (last && widthOf({ ...stone, x0: last.x1, x1: stone.x0 }) < TOOTH) {
      breaks[breaks.length - 1] = { ...last, x1: stone.x1 };
    } else {
      breaks.push(stone);
    }
  }
  return breaks;
}

/** The jagged edge below a break as path data. */
export function breakOutline(stretch: Piece): string {
  const { x0, x1, y0, y1 } = stretch;
  const teeth = Math.max(1, Math.round(widthOf(stretch) / TOOTH));
  const tooth = (x1 - x0) / teeth;
  const tips = Array.from({ length: teeth }, (_, index) => {
    const length = TOOTH_LENGTHS[index % TOOTH_LENGTHS.length] ?? 0;
    return [
      pointAt(x0 + (index + 0.5) * tooth, y1 + (y1 - y0) * length),
      pointAt(x0 + (index + 1) * tooth, y1),
    ];
  });
  return polygon([pointAt(x0, y1), ...tips.flat()]);
}

function widthOf({ x0, x1, y1 }: Piece): number {
  return (x1 - x0) * BASE * y1;
}

function polygon(points: readonly (readonly [x: number, y: number])[]): string {
  return `M${points.map(([x, y]) => `${rounded(x)} ${rounded(y)}`).join('L')}Z`;
}

/** Fine enough for the narrowest stones at the closest zoom. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
