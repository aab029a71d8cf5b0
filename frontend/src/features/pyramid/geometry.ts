/** Width of the pyramid at its foot, in drawing units. */
export const BASE = 1000;

/** Height of the pyramid in drawing units. The slope is about that of the Great Pyramid of Giza. */
export const HEIGHT = 640;

/** The drawing's area: the pyramid and margins around it, in drawing units. */
export const FRAME = { x: -110, y: -60, width: BASE + 220, height: HEIGHT + 120 } as const;

const BODY = 0.22;

/** Minimum number of courses, so that a small pyramid still looks like one. */
const MIN_COURSES = 6;

const JOINT = 0.07;

/** Maximum width of a joint between stones of a course, and of the rim of a hollow stone, in drawing units. */
const MAX_EDGE = 3;

/** Maximum width of the joint and the rim of a small stone, as a fraction of its size. */
const EDGE_PART = 0.16;

/** Approximate width of a tooth in a jagged edge, in drawing units. */
const TOOTH = 20;
/** Lengths of successive teeth, as fractions of a course's height. */
const TOOTH_LENGTHS = [0.45, 0.18, 0.6, 0.3, 0.52, 0.22, 0.38];

/**
 * A piece of the pyramid. `y0` and `y1` run from 0 at the apex to 1 on the ground; `x0` and `x1` run from 0 on the left
 * slope to 1 on the right.
 */
export interface Piece {
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
}

/** Returns a course for each level, and at least one more for future recruits. */
export function coursesFor(levels: number): Piece[] {
  const count = Math.max(MIN_COURSES, levels + 1);
  const height = (1 - BODY) / count;
  return Array.from({ length: count }, (_, index) => {
    const y0 = BODY + index * height;
    return { x0: 0, x1: 1, y0, y1: y0 + height * (1 - JOINT) };
  });
}

function pointAt(part: number, height: number): [x: number, y: number] {
  return [BASE / 2 + (part - 0.5) * BASE * height, HEIGHT * height];
}

export function outlineOf({ x0, x1, y0, y1 }: Piece): string {
  return polygon([pointAt(x0, y0), pointAt(x1, y0), pointAt(x1, y1), pointAt(x0, y1)]);
}

/** Returns a stone's outline as path data, narrower by half a joint on each side. */
export function stoneOutline(stone: Piece): string {
  return outlineOf(inset(stone, edgeOf(stone) / 2, 0));
}

/** Returns a hollow stone as path data, for the even-odd fill rule. */
export function hollowOutline(stone: Piece): string {
  const outside = inset(stone, edgeOf(stone) / 2, 0);
  const down = Math.min(MAX_EDGE / HEIGHT, (stone.y1 - stone.y0) * EDGE_PART);
  return stoneOutline(stone) + outlineOf(inset(outside, edgeOf(outside), down));
}

/**
 * Returns the width of the joint beside a stone, or of the rim of a hollow stone, as a fraction of the pyramid's width
 * at the foot of the stone.
 */
function edgeOf({ x0, x1, y1 }: Piece): number {
  return Math.min(MAX_EDGE / (BASE * y1), (x1 - x0) * EDGE_PART);
}

function inset({ x0, x1, y0, y1 }: Piece, across: number, down: number): Piece {
  return { x0: x0 + across, x1: x1 - across, y0: y0 + down, y1: y1 - down };
}

/**
 * Returns the breaks below stones. Two breaks become one if the gap between them is narrower than a tooth.
 * @param stones with missing recruits, of one course, from left to right
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

/** Rounds to three decimals, which is precise enough for the narrowest stones in an enlarged picture. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
