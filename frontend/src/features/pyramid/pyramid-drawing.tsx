import { memo } from 'react';
import { PALETTE } from '@/features/card/palette';
import { formatCount } from '@/lib/format';
import type { Blueprint } from './blueprint';
import { BASE, courseOutline, HEIGHT, type Course } from './geometry';
import { NightCapstone } from './night-capstone';

/** Space around the pyramid for what stands beside it, in its own units. */
export const FRAME = { x: -110, y: -60, width: BASE + 220, height: HEIGHT + 120 } as const;

const UNMET = '#1e1b29';
const RIDGE = 0.6 * BASE;
const LARGEST_LABEL = 26;

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
      <defs>
        <pattern id="claimed" width="7" height="7" patternUnits="userSpaceOnUse">
          <path d="M-2 9L9 -2M-2 2L2 -2M5 9L9 5" stroke={PALETTE.gold} strokeWidth="1.6" />
        </pattern>
      </defs>
      <path d={courses.map(courseOutline).join('')} fill={UNMET} />
      <path d={proven} fill={PALETTE.gold} data-stones="proven" />
      <path
        d={claimed}
        fill="url(#claimed)"
        stroke={PALETTE.gold}
        strokeWidth="1"
        vectorEffect="non-scaling-stroke"
        data-stones="claimed"
      />
      <path d={broken} fill={PALETTE.ember} />
      <path
        d={`M${BASE / 2} 0L${RIDGE} ${HEIGHT}H${BASE}Z`}
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
  const size = Math.min(LARGEST_LABEL, (bottom - top) * HEIGHT * 0.6);
  const y = ((top + bottom) / 2) * HEIGHT + size * 0.35;
  const edge = (BASE / 2) * bottom + 10;
  return (
    <g fontFamily="Georgia, 'Times New Roman', serif" fontSize={size}>
      <text x={BASE / 2 - edge} y={y} textAnchor="end" fill={PALETTE.stone}>
        {level}
      </text>
      <text x={BASE / 2 + edge} y={y} fill={PALETTE['gold-bright']}>
        {formatCount(recruits)}
      </text>
    </g>
  );
}
