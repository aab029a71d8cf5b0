import { cx } from 'class-variance-authority';

const QUARTERS = [0, 25, 50, 75, 100];
const DEGREES_PER_CENT = 1.8;
const ALARMING = 80;

/** The needle overshoots a little, as a heavy one does, and the arc goes with it. */
const SWING = 'duration-700 ease-[cubic-bezier(0.3,1.4,0.5,1)]';

/** A half-round dial; its number stands beside it as text. */
export function Gauge({ value }: { value: number }) {
  return (
    <svg viewBox="0 0 120 68" className="w-28 shrink-0" aria-hidden="true">
      <path d="M10 60a50 50 0 0 1 100 0" fill="none" strokeWidth="8" className="stroke-line" />
      <path
        d="M10 60a50 50 0 0 1 100 0"
        fill="none"
        strokeWidth="8"
        pathLength={100}
        strokeDasharray={`${value} 200`}
        className={cx(
          'transition-[stroke-dasharray,stroke]',
          SWING,
          value < ALARMING ? 'stroke-gold' : 'stroke-ember',
        )}
      />
      {QUARTERS.map((quarter) => (
        <path
          key={quarter}
          d="M10 60h-6"
          transform={`rotate(${quarter * DEGREES_PER_CENT} 60 60)`}
          className="stroke-stone"
        />
      ))}
      <g className="fill-sand forced-colors:fill-[CanvasText]">
        <path
          d="M60 56.5 22 60l38 3.5Z"
          style={{ transform: `rotate(${value * DEGREES_PER_CENT}deg)` }}
          className={cx('origin-[60px_60px] transition-transform', SWING)}
        />
        <circle cx="60" cy="60" r="5" />
      </g>
    </svg>
  );
}
