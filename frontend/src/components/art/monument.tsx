import { cx } from 'class-variance-authority';
import type { ComponentProps } from 'react';

export const CORNERS: PyramidCorners = {
  apex: [420, 60],
  left: [30, 560],
  ridge: [520, 610],
  right: [790, 552],
};
const CAPSTONE_ENDS = 0.24;
/** Where the pyramid goes on below its capstone. */
export const BODY_BEGINS = 0.285;
const COURSES = [0.35, 0.42, 0.49, 0.56, 0.63, 0.7, 0.77, 0.84, 0.91, 0.965];
const STARS: [x: number, y: number, radius: number][] = [
  [70, 90, 1.6],
  [150, 210, 1],
  [214, 44, 1.3],
  [256, 150, 0.9],
  [40, 300, 1.1],
  [120, 372, 0.9],
  [560, 36, 1],
  [622, 128, 1.6],
  [700, 60, 1],
  [748, 190, 1.2],
  [668, 262, 0.9],
  [770, 340, 1.3],
];

interface MonumentProps extends ComponentProps<'svg'> {
  /** Whether the capstone rests. */
  readonly still: boolean;
}

/** The logo at full size: a pyramid at night whose top has come loose and keeps an eye on things. Children lie on its faces. */
export function Monument({ still, className, children, ...props }: MonumentProps) {
  const { apex, left, ridge, right } = CORNERS;
  return (
    <svg
      viewBox="0 0 820 640"
      className={cx('overflow-visible', className)}
      role="img"
      aria-label="Pyramidion logo"
      {...props}
    >
      <defs>
        <linearGradient id="monument-lit" x1="0" y1="0" x2="0.35" y2="1">
          <stop offset="0" stopColor="#8f6d33" />
          <stop offset="0.5" stopColor="#4b3a26" />
          <stop offset="1" stopColor="#1a1620" />
        </linearGradient>
        <linearGradient id="monument-shade" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#2a2230" />
          <stop offset="1" stopColor="#0f0d16" />
        </linearGradient>
        <radialGradient id="monument-glow">
          <stop offset="0" stopColor="#e8b84b" stopOpacity="0.42" />
          <stop offset="0.45" stopColor="#e8b84b" stopOpacity="0.1" />
          <stop offset="1" stopColor="#e8b84b" stopOpacity="0" />
        </radialGradient>
      </defs>
      <g className="fill-sand opacity-60">
        {STARS.map(([x, y, radius]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r={radius} />
        ))}
      </g>
      <circle cx="424" cy="140" r="250" fill="url(#monument-glow)" />
      <path d={face(apex, left, ridge, BODY_BEGINS, 1)} fill="url(#monument-lit)" />
      <path d={face(apex, ridge, right, BODY_BEGINS, 1)} fill="url(#monument-shade)" />
      {children}
      <g fill="none" className="stroke-night" strokeWidth="2" strokeOpacity="0.75">
        <path d={COURSES.map((cut) => course(CORNERS, cut)).join('')} />
      </g>
      <path
        d={course(CORNERS, BODY_BEGINS)}
        fill="none"
        className="stroke-gold-bright"
        strokeOpacity="0.7"
      />
      <Capstone still={still} />
      <path
        d="M-1600 640V590C-700 540-100 540 190 574S640 592 800 548S1300 520 1600 540V640Z"
        className="fill-night"
      />
      <path
        d="M-1600 590C-700 540-100 540 190 574S640 592 800 548S1300 520 1600 540"
        fill="none"
        className="stroke-sand"
        strokeOpacity="0.16"
      />
    </svg>
  );
}

function Capstone({ still }: Pick<MonumentProps, 'still'>) {
  const { apex, left, ridge, right } = CORNERS;
  return (
    <g className={cx('animate-hover', still && '[animation-play-state:paused]')}>
      <path d={face(apex, left, ridge, 0, CAPSTONE_ENDS)} className="fill-gold" />
      <path d={face(apex, ridge, right, 0, CAPSTONE_ENDS)} className="fill-gold-deep" />
      <path d="M360 144q28-27 60-14 12 5 18 18-28 27-60 14-12-5-18-18Z" className="fill-night" />
      <circle cx="399" cy="146" r="10.5" className="fill-gold-bright" />
      <circle cx="399" cy="146" r="4" className="fill-night" />
    </g>
  );
}

/** A point in the picture's own units. */
export type Point = readonly [x: number, y: number];

/** The corners that one sees of a pyramid standing at an angle. */
interface PyramidCorners {
  apex: Point;
  left: Point;
  ridge: Point;
  right: Point;
}

/** The height of a cut: 0 is the apex, 1 the ground. */
type Cut = number;

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
