import { cx } from 'class-variance-authority';
import { useId, useState } from 'react';
import { PauseButton } from '@/components/pause-button';
import { SizedToLongest } from '@/components/sized-to-longest';
import { Card } from '@/components/ui/card';
import { randomExcept } from '@/lib/random-except';
import { usePause } from '@/lib/pause';
import { useInterval } from '@/lib/use-interval';

/** Number of possible readings: whole per cent from 0 to 100. */
const READINGS = 101;

const READING_EVERY_MS = 5_000;

const VERDICTS = [
  'Suspiciously safe. We are looking into it.',
  'The rug is resting comfortably.',
  'Nailed down. We checked one corner.',
  'The corner we checked has been promoted.',
  'A draught, from below.',
  'Somebody has asked for carpet samples.',
  'The rug is taking calls outside.',
  'The rug has updated its LinkedIn.',
  'The rug thanks everyone for an incredible journey.',
  'Please lift your feet.',
];

export function RugMeterCard() {
  const [paused] = usePause('rug');
  const verdictId = useId();
  const [reading, setReading] = useState(() => randomExcept(READINGS));
  const readAgain = () => setReading((last) => randomExcept(READINGS, last));
  useInterval(readAgain, paused ? null : READING_EVERY_MS);

  return (
    <Card title="Rug Probability Meter" action={<PauseButton what="rug" name="the readings" />}>
      <div className="flex flex-wrap items-center gap-x-5">
        <Gauge value={reading} />
        <p
          role="meter"
          aria-label="Rug probability"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={reading}
          aria-describedby={verdictId}
          className="w-[3.75rem] font-display text-figure tabular-nums sm:w-[5.25rem]"
        >
          {`${reading}%`}
        </p>
      </div>
      <SizedToLongest texts={VERDICTS} id={verdictId} className="mt-3 leading-snug">
        {verdict(reading)}
      </SizedToLongest>
      <p className="mt-2 text-sm text-stone">
        Method: a random number, refreshed every five seconds. The only rating agency to publish its
        model.
      </p>
    </Card>
  );
}

export function verdict(reading: number): string {
  return VERDICTS[Math.floor(reading / 10)] ?? VERDICTS.at(-1) ?? '';
}

const QUARTERS = [0, 25, 50, 75, 100];
const DEGREES_PER_CENT = 1.8;
const ALARMING = 80;

const SWING = 'duration-700 ease-[cubic-bezier(0.3,1.4,0.5,1)]';

function Gauge({ value }: { value: number }) {
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
