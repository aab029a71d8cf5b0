const WIDTH = 240;
const HEIGHT = 96;
const JOINT = 4;
/** Where the edge between the lit and the shaded face runs, as a part of the width. */
const RIDGE = 0.6;

export type SliceState = 'current' | 'reached' | 'ahead';

interface LevelSliceProps {
  /** 0 is the top slice. */
  index: number;
  slices: number;
  state: SliceState;
  className?: string;
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
export function LevelSlice({ index, slices, state, className }: LevelSliceProps) {
  const upper = (WIDTH * index) / slices;
  const lower = (WIDTH * (index + 1)) / slices;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={className}
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
