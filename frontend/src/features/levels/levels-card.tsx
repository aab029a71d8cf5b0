import { cx } from 'class-variance-authority';
import { Card } from '@/components/ui/card';
import {
  LEVELS,
  recruitsRange,
  sharesRange,
  standingOf,
  type Holdings,
  type Level,
} from './levels';

interface LevelsCardProps {
  /** Null while it is not known. */
  readonly holdings: Holdings | null;
}

const FROM_THE_TOP = LEVELS.toReversed();

/** The whole pyramid, top first, with the visitor's own level marked. */
export function LevelsCard({ holdings }: LevelsCardProps) {
  const current = holdings ? FROM_THE_TOP.indexOf(standingOf(holdings).level) : FROM_THE_TOP.length;
  return (
    <Card title="Your Level" className="lg:px-8">
      <ol reversed aria-label="Pyramid levels, top first">
        {FROM_THE_TOP.map((level, index) => (
          <li
            key={level.name}
            aria-current={index === current ? 'step' : undefined}
            className="flex items-center gap-4 sm:gap-7"
          >
            <div className="relative min-h-18 w-20 shrink-0 self-stretch max-2xs:w-8 xs:w-28 sm:min-h-24 sm:w-72 lg:min-h-28">
              <LevelSlice index={index} state={sliceState(index, current)} />
            </div>
            <Rung level={level} current={index === current} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Rung({ level, current }: { level: Level; current: boolean }) {
  return (
    <div className="min-w-0 py-1 leading-snug">
      <p className={cx('font-display text-xl', current ? 'text-gold-bright' : 'text-sand')}>
        {level.name}
      </p>
      <p className="text-sm text-stone tabular-nums max-xs:text-[0.8125rem]">
        <span className="max-sm:block">{sharesRange(level)} shares,</span>{' '}
        <span className="max-sm:block">{recruitsRange(level)} recruits</span>
      </p>
      <p className="text-sm text-stone max-sm:sr-only">{level.perk}</p>
    </div>
  );
}

function sliceState(index: number, current: number): SliceState {
  if (index === current) return 'current';
  return index > current ? 'reached' : 'ahead';
}

const WIDTH = 240;
const HEIGHT = 96;
const JOINT = 4;
/** Where the edge between the lit and the shaded face runs, as a part of the width. */
const RIDGE = 0.6;

type SliceState = 'current' | 'reached' | 'ahead';

interface LevelSliceProps {
  /** 0 is the top slice. */
  index: number;
  state: SliceState;
}

const LIT: Record<SliceState, string> = {
  current: 'fill-gold',
  reached: 'fill-gold-deep',
  ahead: 'fill-line',
};

const SHADED: Record<SliceState, string> = {
  current: 'fill-gold-deep',
  reached: 'fill-gold-deep/60',
  ahead: 'fill-dune',
};

/** One slice of a pyramid; slices under one another make the whole. Stretches to the room it is given. */
function LevelSlice({ index, state }: LevelSliceProps) {
  const upper = (WIDTH * index) / LEVELS.length;
  const lower = (WIDTH * (index + 1)) / LEVELS.length;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full"
      aria-hidden="true"
    >
      <polygon points={outline(upper, lower, 0, RIDGE)} className={LIT[state]} />
      <polygon points={outline(upper, lower, RIDGE, 1)} className={SHADED[state]} />
    </svg>
  );
}

/** The part of a slice between two shares of its width, given its widths at the top and the bottom. */
function outline(upper: number, lower: number, from: number, to: number): string {
  const bottom = HEIGHT - JOINT;
  return [
    [across(upper, from), 0],
    [across(upper, to), 0],
    [across(lower, to), bottom],
    [across(lower, from), bottom],
  ]
    .map((point) => point.join(','))
    .join(' ');
}

function across(width: number, part: number): number {
  return (WIDTH - width) / 2 + width * part;
}
