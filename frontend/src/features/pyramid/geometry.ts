import type { Stone } from './stones';

/** The pyramid's base and height in the drawing's own units, with the slope of the one at Giza. */
export const BASE = 1000;
export const HEIGHT = 640;

/** Space around the pyramid for what stands beside it, in the same units. */
export const FRAME = { x: -110, y: -60, width: BASE + 220, height: HEIGHT + 120 } as const;

/** The capstone ends at this part of the height. */
export const CAPSTONE = 0.2;
const BODY = 0.22;

/** A pyramid has at least this many courses, so that a small one looks like one. */
const FEWEST_COURSES = 6;

/** Part of a course that is the joint under it. */
const JOINT = 0.07;

/** Widest joint between two stones, in units, and what part of a narrow stone it takes. */
const WIDEST_GAP = 3;
const GAP_PART = 0.16;

/** Widest rim of a hollow stone, in units, and what part of a small stone it takes. */
const WIDEST_RIM = 3;
const RIM_PART = 0.16;

/** Width of a tooth of a broken edge, in units. */
const TOOTH = 20;
/** How far its teeth reach, in turn, as parts of a course's height. */
const TOOTH_LENGTHS = [0.45, 0.18, 0.6, 0.3, 0.52, 0.22, 0.38];

/** A part of a course, from 0 at the left edge to 1 at the right. */
export type Place = Pick<Stone, 'from' | 'to'>;

/** A stretch of the height: 0 is the apex, 1 the ground. */
export interface Course {
  readonly top: number;
  readonly bottom: number;
}

/** One course for each level, and one more for those who would have to come next. */
export function coursesFor(levels: number): Course[] {
  const count = Math.max(FEWEST_COURSES, levels + 1);
  const height = (1 - BODY) / count;
  return Array.from({ length: count }, (_, index) => {
    const top = BODY + index * height;
    return { top, bottom: top + height * (1 - JOINT) };
  });
}

/** Where a part of a course stands: `part` is 0 at the left edge of the pyramid, 1 at the right. */
export function pointAt(part: number, height: number): [x: number, y: number] {
  return [BASE / 2 + (part - 0.5) * BASE * height, HEIGHT * height];
}

/** The outline of a whole course, as path data. */
export function courseOutline(course: Course): string {
  return quad(course, 0, 1);
}

/** The outline of a stone, with half a joint left free on either side, as path data. */
export function stoneOutline(course: Course, place: Place): string {
  const { from, to } = withoutGaps(course, place);
  return quad(course, from, to);
}

/** The same for a stone that is only a rim: two outlines, to be filled where they do not overlap. */
export function hollowOutline(course: Course, place: Place): string {
  const { from, to } = withoutGaps(course, place);
  const height = course.bottom - course.top;
  const down = Math.min(WIDEST_RIM / HEIGHT, height * RIM_PART);
  const across = Math.min(WIDEST_RIM / (BASE * course.bottom), (to - from) * RIM_PART);
  const inside = { top: course.top + down, bottom: course.bottom - down };
  return quad(course, from, to) + quad(inside, from + across, to - across);
}

/**
 * Where a pyramid breaks off below a course, because recruits of its stones are not drawn. A break goes on below stones
 * that lack none where they are narrower than one of its teeth.
 * @param stones those of the course, from left to right
 */
export function breaksBelow(course: Course, stones: readonly Stone[]): Place[] {
  const breaks: Place[] = [];
  for (const { from, to, missing } of stones) {
    if (missing === 0) continue;
    const last = breaks.at(-1);
    if (last && widthOf(course, { from: last.to, to: from }) < TOOTH) {
      breaks[breaks.length - 1] = { from: last.from, to };
    } else {
      breaks.push({ from, to });
    }
  }
  return breaks;
}

/** Jagged edge below a stretch whose recruits are not all drawn, as path data. */
export function breakOutline(course: Course, stretch: Place): string {
  const { from, to } = stretch;
  const teeth = Math.max(1, Math.round(widthOf(course, stretch) / TOOTH));
  const tips = Array.from({ length: teeth }, (_, tooth) => {
    const length = TOOTH_LENGTHS[tooth % TOOTH_LENGTHS.length] ?? 0;
    const part = (tooth + 0.5) / teeth;
    const end = (tooth + 1) / teeth;
    return [
      pointAt(from + (to - from) * part, course.bottom + (course.bottom - course.top) * length),
      pointAt(from + (to - from) * end, course.bottom),
    ];
  });
  return polygon([pointAt(from, course.bottom), ...tips.flat()]);
}

/** How wide a place is at the foot of its course, in units. */
function widthOf({ bottom }: Course, { from, to }: Place): number {
  return (to - from) * BASE * bottom;
}

/** The part of a course at a point, or null beside it. */
export function partAt(course: Course, x: number, y: number): number | null {
  const height = y / HEIGHT;
  if (height < course.top || height > course.bottom) return null;
  const part = (x - BASE / 2) / (BASE * height) + 0.5;
  return part < 0 || part > 1 ? null : part;
}

function withoutGaps({ bottom }: Course, { from, to }: Place): Place {
  const gap = Math.min(WIDEST_GAP / (BASE * bottom), (to - from) * GAP_PART);
  return { from: from + gap / 2, to: to - gap / 2 };
}

function quad({ top, bottom }: Course, from: number, to: number): string {
  return polygon([
    pointAt(from, top),
    pointAt(to, top),
    pointAt(to, bottom),
    pointAt(from, bottom),
  ]);
}

function polygon(points: readonly (readonly [x: number, y: number])[]): string {
  return `M${points.map(([x, y]) => `${rounded(x)} ${rounded(y)}`).join('L')}Z`;
}

/** Fine enough for the narrowest stones at the closest zoom. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
