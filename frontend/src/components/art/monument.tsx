import { cx } from 'class-variance-authority';
import type { ComponentProps } from 'react';

type Point = readonly [x: number, y: number];

// The visible corners of the pyramid, in drawing units.
const APEX: Point = [420, 60];
const LEFT: Point = [30, 560];
const RIDGE: Point = [520, 610];
const RIGHT: Point = [790, 552];

/** Distance below the apex, as a share of the pyramid's height. */
type Cut = number;
const CAPSTONE_ENDS: Cut = 0.24;
export const BODY_BEGINS: Cut = 0.285;

const COURSES: readonly Cut[] = [0.35, 0.42, 0.49, 0.56, 0.63, 0.7, 0.77, 0.84, 0.91, 0.965];
/** Each star is a zero-length stroke with round ends. */
const STARS =
  'M70 90h0M150 210h0M214 44h0M256 150h0M40 300h0M120 372h0M560 36h0M622 128h0M700 60h0M748 190h0M668 262h0M770 340h0';

/** Outer transform of the fallen capstone, around its animation. {@link FALLEN} is the inner transform. */
const FALL = 'translate(300 552)rotate(-49)scale(-2.55 2.55)';

const FALLEN = 'scale(-.392 .392)rotate(-100)translate(-417 -135)';

const SAND = 'M120 618C190 592 240 606 300 602S420 592 480 616';

interface MonumentProps extends ComponentProps<'svg'> {
  readonly capstone: 'hovers' | 'rests' | 'fell';
}

/** The logo at full size. `children` are drawn on the faces of the pyramid. */
export function Monument({ capstone, className, children, ...props }: MonumentProps) {
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
      <path d={litFace(BODY_BEGINS, 1)} fill="url(#monument-lit)" />
      <path d={shadedFace(BODY_BEGINS, 1)} fill="url(#monument-shade)" />
      {children}
      <g fill="none" className="stroke-night" strokeWidth="2" strokeOpacity="0.75">
        <path d={COURSES.map((cut) => course(cut)).join('')} />
      </g>
      <path
        d={course(BODY_BEGINS)}
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
        <>
          <g transform={FALL}>
            <g className="animate-tumble">
              <g transform={FALLEN}>
                <Capstone />
              </g>
            </g>
          </g>
          <path d={`${SAND}V640H120Z`} className="fill-night" />
          <path d={SAND} fill="none" className="stroke-sand" strokeOpacity="0.16" />
        </>
      ) : (
        <g className={cx('animate-hover', capstone === 'rests' && '[animation-play-state:paused]')}>
          <Capstone />
        </g>
      )}
    </svg>
  );
}

function Capstone() {
  return (
    <>
      <path d={litFace(0, CAPSTONE_ENDS)} className="fill-gold" />
      <path d={shadedFace(0, CAPSTONE_ENDS)} className="fill-gold-deep" />
      <path d="M360 144q28-27 60-14 12 5 18 18-28 27-60 14-12-5-18-18Z" className="fill-night" />
      <circle cx="399" cy="146" r="10.5" className="fill-gold-bright" />
      <circle cx="399" cy="146" r="4" className="fill-night" />
    </>
  );
}

export function litFace(from: Cut, to: Cut): string {
  return `${path(at(LEFT, from), at(RIDGE, from), at(RIDGE, to), at(LEFT, to))}Z`;
}

export function shadedFace(from: Cut, to: Cut): string {
  return `${path(at(RIDGE, from), at(RIGHT, from), at(RIGHT, to), at(RIDGE, to))}Z`;
}

function course(cut: Cut): string {
  return path(at(LEFT, cut), at(RIDGE, cut), at(RIGHT, cut));
}

function at(corner: Point, cut: Cut): Point {
  return [APEX[0] + (corner[0] - APEX[0]) * cut, APEX[1] + (corner[1] - APEX[1]) * cut];
}

function path(...points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join('L')}`;
}
