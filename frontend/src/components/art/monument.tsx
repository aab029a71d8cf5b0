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
/** A stroke of no length, with round ends, is a dot. */
const STARS =
  'M70 90h0M150 210h0M214 44h0M256 150h0M40 300h0M120 372h0M560 36h0M622 128h0M700 60h0M748 190h0M668 262h0M770 340h0';

/** To where the capstone lands, turned and scaled so that what tumbles comes from the top of the pyramid. */
const FALL = 'translate(300 552)rotate(-49)scale(-2.55 2.55)';

/** The capstone on its side in there. */
const FALLEN = 'scale(-.392 .392)rotate(-79)translate(-417 -135)';

interface MonumentProps extends ComponentProps<'svg'> {
  readonly capstone: 'hovers' | 'rests' | 'fell';
}

/** The logo at full size: a pyramid at night whose top has come loose and keeps an eye on things. Children lie on its faces. */
export function Monument({ capstone, className, children, ...props }: MonumentProps) {
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
      <path d={STARS} className="stroke-sand opacity-60" strokeWidth="2.4" strokeLinecap="round" />
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
      {capstone === 'fell' ? (
        <g transform={FALL}>
          <g className="animate-tumble">
            <g transform={FALLEN}>
              <Capstone />
            </g>
          </g>
        </g>
      ) : (
        <g className={cx('animate-hover', capstone === 'rests' && '[animation-play-state:paused]')}>
          <Capstone />
        </g>
      )}
    </svg>
  );
}

function Capstone() {
  const { apex, left, ridge, right } = CORNERS;
  return (
    <>
      <path d={face(apex, left, ridge, 0, CAPSTONE_ENDS)} className="fill-gold" />
      <path d={face(apex, ridge, right, 0, CAPSTONE_ENDS)} className="fill-gold-deep" />
      <path d="M360 144q28-27 60-14 12 5 18 18-28 27-60 14-12-5-18-18Z" className="fill-night" />
      <circle cx="399" cy="146" r="10.5" className="fill-gold-bright" />
      <circle cx="399" cy="146" r="4" className="fill-night" />
    </>
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
    .map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${Math.round(x)} ${Math.round(y)}`)
    .join('');
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
