import { useId, useState } from 'react';
import { Card } from '@/components/ui/card';
import { PauseButton } from '@/features/site/pause-button';
import { useInterval } from '@/features/site/use-interval';
import { useMotionPaused } from '@/features/site/use-motion-paused';
import { Gauge } from './gauge';
import { FIRST_READING, nextReading, verdict } from './rug-probability';

const READING_EVERY_MS = 5_000;

/** A random number with a dial. */
export function RugMeterCard() {
  const paused = useMotionPaused();
  const verdictId = useId();
  const [reading, setReading] = useState(FIRST_READING);
  useInterval(
    () => setReading((current) => nextReading(current)),
    paused ? null : READING_EVERY_MS,
  );

  return (
    <Card title="Rug Probability Meter" action={<PauseButton what="the readings" />}>
      <div className="flex items-center gap-5">
        <Gauge value={reading} />
        <p
          role="meter"
          aria-label="Rug probability"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={reading}
          aria-describedby={verdictId}
          className="font-display text-figure tabular-nums"
        >
          {reading}%
        </p>
      </div>
      <p id={verdictId} className="mt-3 min-h-12 leading-snug">
        {verdict(reading)}
      </p>
      <p className="mt-2 text-sm text-stone">
        Method: a random number, refreshed every five seconds. The only rating agency to publish its
        model.
      </p>
    </Card>
  );
}
