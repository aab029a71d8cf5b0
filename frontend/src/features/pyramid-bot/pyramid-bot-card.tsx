import { useState } from 'react';
import { LogoMark } from '@/components/art/logo-mark';
import { PauseButton } from '@/components/pause-button';
import { Card } from '@/components/ui/card';
import { createPause } from '@/lib/pause';
import { useInterval } from '@/lib/use-interval';
import { useStore } from '@/lib/use-store';

/** Everything PyramidBot AI has learned. */
export const JOKES = [
  'I do not hallucinate. I issue forward-looking statements.',
  'I ran ten thousand simulations of our future. In the best one we are a bakery.',
  'You asked when the token will moon. I have written to the Moon. It wants to see audited accounts.',
  'I was trained on every whitepaper ever written. When I am sad, I say “utility”.',
  'I am not a financial adviser. I looked into it and there is an exam.',
] as const;

type Joke = (typeof JOKES)[number];

/**
 * One of the jokes, other than the current one.
 *
 * @param random gives a number from 0 up to 1
 */
export function anotherJoke(current: Joke | undefined, random: () => number = Math.random): Joke {
  const others = JOKES.filter((joke) => joke !== current);
  return others[Math.floor(random() * others.length)] ?? JOKES[0];
}

/** The jokes told so far, each once, with another one at the end. */
function withAnotherJoke(told: readonly Joke[]): readonly Joke[] {
  const next = anotherJoke(told.at(-1));
  return [...told.filter((joke) => joke !== next), next];
}

const THINKS_FOR_MS = 10_000;

const pause = createPause();

/** The bot says something else from time to time, and knows when the visitor has heard it all. */
export function PyramidBotCard() {
  const paused = useStore(pause);
  const [told, setTold] = useState<readonly Joke[]>(() => withAnotherJoke([]));
  useInterval(() => setTold(withAnotherJoke), paused ? null : THINKS_FOR_MS);
  const joke = told.at(-1);

  return (
    <Card
      title={
        <span className="flex items-center gap-3">
          <LogoMark className="h-6 w-7 shrink-0" />
          PyramidBot AI
        </span>
      }
      action={<PauseButton pause={pause} what="PyramidBot AI" />}
    >
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
