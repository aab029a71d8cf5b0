import { MOST_REMEMBERED } from './rug-probability';

const NEWEST = MOST_REMEMBERED - 1;

/** The readings so far as a line that comes in from the right, in the manner of a trading terminal. */
export function Trend({ readings }: { readonly readings: readonly number[] }) {
  const oldest = NEWEST - (readings.length - 1);
  const points = readings.map((reading, index) => `${oldest + index},${100 - reading}`);
  return (
    <svg
      viewBox={`0 0 ${NEWEST} 100`}
      preserveAspectRatio="none"
      className="h-14 min-w-0 grow overflow-visible"
      aria-hidden="true"
    >
      <g fill="none">
        <path
          d={`M0 0H${NEWEST}M0 50H${NEWEST}M0 100H${NEWEST}`}
          vectorEffect="non-scaling-stroke"
          className="stroke-line"
        />
        <polyline
          points={points.join(' ')}
          vectorEffect="non-scaling-stroke"
          strokeWidth="1.5"
          strokeLinejoin="round"
          className="stroke-gold"
        />
      </g>
    </svg>
  );
}
