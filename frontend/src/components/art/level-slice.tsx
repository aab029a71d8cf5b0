import { cx } from 'class-variance-authority';

const WIDTH = 100;
const HEIGHT = 44;

interface LevelSliceProps {
  /** 0 is the top slice. */
  index: number;
  slices: number;
  standing: 'current' | 'reached' | 'ahead';
}

const FILL = {
  current: 'fill-gold',
  reached: 'fill-gold-deep',
  ahead: 'fill-dune',
};

/** One slice of a pyramid; slices under one another make the whole. */
export function LevelSlice({ index, slices, standing }: LevelSliceProps) {
  const upper = (WIDTH * index) / slices;
  const lower = (WIDTH * (index + 1)) / slices;
  const points = [
    [(WIDTH - upper) / 2, 0],
    [(WIDTH + upper) / 2, 0],
    [(WIDTH + lower) / 2, HEIGHT - 3],
    [(WIDTH - lower) / 2, HEIGHT - 3],
  ];
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="h-11 w-[6.25rem] shrink-0"
      aria-hidden="true"
    >
      <polygon
        points={points.map((point) => point.join(',')).join(' ')}
        className={cx('stroke-line', FILL[standing])}
      />
    </svg>
  );
}
