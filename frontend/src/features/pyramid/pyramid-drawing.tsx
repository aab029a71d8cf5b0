import { memo } from 'react';
import { PALETTE } from '@/components/art/palette';
import { formatCount } from '@/lib/format';
import type { Blueprint } from './blueprint';
import { BASE, HEIGHT, outlineOf, type Piece } from './geometry';

export const SERIF = "'Instrument Serif', Georgia, 'Times New Roman', serif";

export const UNMET = '#2a2536';
/** Maximum size of a label in drawing units. On a phone, a pixel is about 3.5 units. */
const MAX_LABEL = 39;

/** Colours are attributes, because a saved file does not have the site's style sheet. */
export const PyramidDrawing = memo(({ blueprint }: { readonly blueprint: Blueprint }) => {
  const { courses, levels, proven, claimed, broken } = blueprint;
  return (
    <>
      <path d={courses.map(outlineOf).join('')} fill={UNMET} />
      <g fill={PALETTE.gold} fillRule="evenodd">
        {[...proven, ...claimed].map((stones) => (
          <path key={stones} d={stones} />
        ))}
      </g>
      <path d={broken} fill={PALETTE['gold-deep']} />
      <path d="M500 0 600 640H1000Z" fill={PALETTE.night} opacity="0.3" pointerEvents="none" />
      <NightCapstone />
      <path d="M-110 641H1110" stroke={PALETTE['gold-deep']} />
      {levels.map(({ level, recruits }) => (
        <CourseLabels key={level} course={courses[level - 1]} level={level} recruits={recruits} />
      ))}
    </>
  );
});

interface CourseLabelsProps {
  readonly course: Piece | undefined;
  readonly level: number;
  readonly recruits: number;
}

function CourseLabels({ course, level, recruits }: CourseLabelsProps) {
  if (!course) return null;
  const { y0, y1 } = course;
  const size = Math.min(MAX_LABEL, (y1 - y0) * HEIGHT * 0.8);
  const y = ((y0 + y1) / 2) * HEIGHT + size * 0.35;
  const edge = (BASE / 2) * y1 + 10;
  return (
    <g fontFamily={SERIF} fontSize={size}>
      <text x={BASE / 2 - edge} y={y} textAnchor="end" fill={PALETTE.stone}>
        {level}
      </text>
      <text x={BASE / 2 + edge} y={y} fill={PALETTE['gold-bright']}>
        {formatCount(recruits)}
      </text>
    </g>
  );
}

function NightCapstone() {
  return (
    <>
      <path d="M500 0 400 128H520Z" fill={PALETTE['gold-bright']} />
      <path d="M500 0 520 128H600Z" fill={PALETTE['gold-deep']} />
      <path d="M458 92q42-40 84 0-42 40-84 0Z" fill={PALETTE.night} />
      <circle cx="500" cy="92" r="15" fill={PALETTE['gold-bright']} />
      <circle cx="500" cy="92" r="6" fill={PALETTE.night} />
    </>
  );
}

const STARS: [x: number, y: number, radius: number][] = [
  [0.06, 0.12, 2],
  [0.11, 0.42, 1.3],
  [0.17, 0.22, 1.6],
  [0.24, 0.08, 1.2],
  [0.29, 0.33, 1.1],
  [0.37, 0.16, 1.7],
  [0.62, 0.07, 1.4],
  [0.68, 0.27, 1.8],
  [0.76, 0.13, 1.2],
  [0.82, 0.38, 1.4],
  [0.88, 0.2, 2],
  [0.95, 0.46, 1.2],
  [0.34, 0.52, 1.3],
  [0.4, 0.32, 1.5],
  [0.43, 0.2, 1.1],
  [0.45, 0.4, 1],
  [0.56, 0.24, 1.3],
  [0.59, 0.44, 1.6],
  [0.63, 0.34, 1.1],
  [0.66, 0.56, 1.3],
];

export function NightSky({ x, y, width, height }: Record<'x' | 'y' | 'width' | 'height', number>) {
  return (
    <>
      <defs>
        <linearGradient id="night-sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor={PALETTE.night} />
          <stop offset="0.7" stopColor="#1c1523" />
          <stop offset="1" stopColor="#3a2620" />
        </linearGradient>
        <radialGradient id="night-glow">
          <stop offset="0" stopColor={PALETTE.gold} stopOpacity="0.3" />
          <stop offset="1" stopColor={PALETTE.gold} stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect x={x} y={y} width={width} height={height} fill="url(#night-sky)" />
      <circle cx={x + width / 2} cy={y + height * 0.25} r={height * 0.6} fill="url(#night-glow)" />
      {STARS.map(([across, down, radius]) => (
        <circle
          key={across}
          cx={x + width * across}
          cy={y + height * down}
          r={radius}
          fill={PALETTE.sand}
          opacity="0.7"
        />
      ))}
    </>
  );
}
