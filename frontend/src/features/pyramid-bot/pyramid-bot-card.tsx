import { useState } from 'react';
import { LogoMark } from '@/components/art/logo-mark';
import { PauseButton } from '@/components/pause-button';
import { SizedToLongest } from '@/components/sized-to-longest';
import { Card } from '@/components/ui/card';
import { randomExcept } from '@/lib/random-except';
import { usePause } from '@/lib/pause';
import { useInterval } from '@/lib/use-interval';

export const JOKES = [
  'I do not hallucinate. I issue forward-looking statements.',
  'I ran ten thousand simulations of our future. In the best one we are a bakery.',
  'You asked when the token will moon. I have written to the Moon. It wants to see audited accounts.',
  'I was trained on every whitepaper ever written. When I am sad, I say “utility”.',
  'I am not a financial adviser. I looked into it and there is an exam.',
];

function withAnotherJoke(told: readonly number[]): readonly number[] {
  const next = randomExcept(JOKES.length, told.at(-1));
  return [...told.filter((joke) => joke !== next), next];
}

const THINKS_FOR_MS = 10_000;

export function PyramidBotCard() {
  const [paused] = usePause('bot');
  const [told, setTold] = useState(() => withAnotherJoke([]));
  useInterval(() => setTold(withAnotherJoke), paused ? null : THINKS_FOR_MS);
  const joke = told.at(-1) ?? 0;

  return (
    <Card
      title={
        <span className="flex items-center gap-3">
          <LogoMark className="h-6 w-7 shrink-0" />
          PyramidBot AI
        </span>
      }
      action={<PauseButton what="bot" name="PyramidBot AI" />}
    >
      <SizedToLongest
        key={joke}
        texts={JOKES}
        className="animate-arrive font-display text-subheading text-balance"
      >
        {JOKES[joke]}
      </SizedToLongest>
      <p className="mt-3 text-sm text-stone">
        {told.length < JOKES.length
          ? 'Five answers, chosen at random. Analysts call this reasoning.'
          : 'You have now heard all five. The model considers you fully trained.'}
      </p>
    </Card>
  );
}
