import { useState } from 'react';
import { LogoMark } from '@/components/art/logo-mark';
import { PauseButton } from '@/components/pause-button';
import { Card } from '@/components/ui/card';
import { createPause } from '@/lib/pause';
import { useInterval } from '@/lib/use-interval';
import { useStore } from '@/lib/use-store';
import type { Joke } from './jokes';
import { JOKES, withAnotherJoke } from './jokes';

const THINKS_FOR_MS = 10_000;

const pause = createPause();

/** The bot says something else from time to time, and knows when the visitor has heard it all. */
export function PyramidBotCard() {
  const paused = useStore(pause);
  const [told, setTold] = useState<readonly Joke[]>(() => withAnotherJoke([]));
  useInterval(() => setTold(withAnotherJoke), paused ? null : THINKS_FOR_MS);
  const joke = told.at(-1);

  return (
    <Card title={<Name />} action={<PauseButton pause={pause} what="PyramidBot AI" />}>
      <p
        key={joke}
        className="min-h-[7.25rem] animate-arrive content-center font-display text-subheading text-balance"
      >
        {joke}
      </p>
      <p className="mt-3 text-sm text-stone">
        {told.length < JOKES.length
          ? 'Five answers, chosen at random. Industry analysts call this reasoning.'
          : 'You have now heard all five. The model considers you fully trained.'}
      </p>
    </Card>
  );
}

function Name() {
  return (
    <span className="flex items-center gap-3">
      <LogoMark className="h-6 w-7 shrink-0" />
      PyramidBot AI
    </span>
  );
}
