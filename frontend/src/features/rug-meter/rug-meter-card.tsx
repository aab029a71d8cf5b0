import { useId, useState } from 'react';
import { PauseButton } from '@/components/pause-button';
import { Card } from '@/components/ui/card';
import { createPause } from '@/lib/pause';
import { useInterval } from '@/lib/use-interval';
import { usePaused } from '@/lib/use-paused';
import { Gauge } from './gauge';
import { firstReading, latest, rangeText, verdict, withNextReading } from './rug-probability';
import { Trend } from './trend';

const READING_EVERY_MS = 5_000;

const pause = createPause();

/** A random number with a dial, and what became of the ones before it. */
export function RugMeterCard() {
  const paused = usePaused(pause);
  const verdictId = useId();
  const [readings, setReadings] = useState<readonly number[]>(() => [firstReading()]);
  useInterval(() => setReadings(withNextReading), paused ? null : READING_EVERY_MS);
  const reading = latest(readings);

  return (
    <Card title="Rug Probability Meter" action={<PauseButton pause={pause} what="the readings" />}>
      <div className="flex items-center gap-5 max-2xs:flex-wrap">
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
        <Trend readings={readings} />
      </div>
      <p id={verdictId} className="mt-3 min-h-12 leading-snug">
        {verdict(reading)}
      </p>
      <p className="mt-2 text-sm text-stone tabular-nums">
        {`${rangeText(readings)} Our analyst sees a triangle.`}
      </p>
      <p className="mt-2 text-sm text-stone">
        Method: a random number, refreshed every five seconds. The only rating agency to publish its
        model.
      </p>
    </Card>
  );
}
