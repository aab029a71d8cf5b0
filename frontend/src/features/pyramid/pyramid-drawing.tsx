import { memo } from 'react';
import { PALETTE } from '@/components/art/palette';
import { formatCount } from '@/lib/format';
import type { Blueprint } from './blueprint';
import { BASE, CAPSTONE, courseOutline, FRAME, HEIGHT, pointAt, type Course } from './geometry';

/** The site's own where it is loaded; a saved file has to do with what its reader has. */
export const SERIF = "'Instrument Serif', Georgia, 'Times New Roman', serif";

/** Stone that nobody has come to be yet. */
export const UNMET = '#2a2536';
/** Where the edge between the lit and the shaded face runs, as a part of the width. */
const RIDGE = 0.6;
/** In the drawing's units, of which a phone shows 3.5 in a pixel. */
const LARGEST_LABEL = 39;

/**
 * The pyramid itself: gold for recruits, dark stone for those who would still have to come. Its colours are attributes,
 * as the drawing is saved as a file, too, where no style sheet reaches it.
 */
export const PyramidDrawing = memo(function PyramidDrawing({
  blueprint,
}: {
  readonly blueprint: Blueprint;
}) {
  const { courses, levels, proven, claimed, broken } = blueprint;
  return (
    <>
      <path d={courses.map(courseOutline).join('')} fill={UNMET} />
      <g fill={PALETTE.gold} fillRule="evenodd">
        {[...proven, ...claimed].map((stones) => (
          <path key={stones} d={stones} />
        ))}
      </g>
      <path d={broken} fill={PALETTE['gold-deep']} />
      <path
        d={`M${BASE / 2} 0L${RIDGE * BASE} ${HEIGHT}H${BASE}Z`}
        fill={PALETTE.night}
        opacity="0.3"
        pointerEvents="none"
      />
      <NightCapstone />
      <path d={`M${FRAME.x} ${HEIGHT + 1}H${BASE - FRAME.x}`} stroke={PALETTE['gold-deep']} />
      {levels.map(({ level, recruits }) => {
        const course = courses[level - 1];
        return course ? (
          <CourseLabels key={level} course={course} level={level} recruits={recruits} />
        ) : null;
      })}
    </>
  );
});

interface CourseLabelsProps {
  readonly course: Course;
  readonly level: number;
  readonly recruits: number;
}

/** The level on the left slope, its recruits on the right. */
function CourseLabels({ course, level, recruits }: CourseLabelsProps) {
  const { top, bottom } = course;
  const size = Math.min(LARGEST_LABEL, (bottom - top) * HEIGHT * 0.8);
  const y = ((top + bottom) / 2) * HEIGHT + size * 0.35;
  const edge = (BASE / 2) * bottom + 10;
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

/** The top of every pyramid, with its eye open. */
function NightCapstone() {
  const [left, ridge, right] = [0, RIDGE, 1].map((part) => pointAt(part, CAPSTONE).join(' '));
  const apex = pointAt(0.5, 0).join(' ');
  return (
    <>
      <path d={`M${apex}L${left}L${ridge}Z`} fill={PALETTE['gold-bright']} />
      <path d={`M${apex}L${ridge}L${right}Z`} fill={PALETTE['gold-deep']} />
      <path d="M458 92q42-40 84 0-42 40-84 0Z" fill={PALETTE.night} />
      <circle cx="500" cy="92" r="15" fill={PALETTE['gold-bright']} />
      <circle cx="500" cy="92" r="6" fill={PALETTE.night} />
    </>
  );
}
