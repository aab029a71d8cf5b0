import { useState } from 'react';
import { Card } from '@/components/ui/card';
import { PauseButton } from '@/features/site/pause-button';
import { useInterval } from '@/features/site/use-interval';
import { useMotionPaused } from '@/features/site/use-motion-paused';
import type { Joke } from './jokes';
import { anotherJoke, FIRST_JOKE } from './jokes';

const THINKS_FOR_MS = 10_000;

/** The bot says something else from time to time. */
export function PyramidBotCard() {
  const paused = useMotionPaused();
  const [joke, setJoke] = useState<Joke>(FIRST_JOKE);
  useInterval(() => setJoke((current) => anotherJoke(current)), paused ? null : THINKS_FOR_MS);

  return (
    <Card title="PyramidBot AI" action={<PauseButton what="PyramidBot AI" />}>
      <p className="min-h-[7.25rem] font-display text-subheading text-balance">{joke}</p>
      <p className="mt-3 text-sm text-stone">
        Five answers, chosen at random. Industry analysts call this reasoning.
      </p>
    </Card>
  );
}
