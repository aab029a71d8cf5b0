import { Link } from 'react-router-dom';
import { Monument } from '@/components/art/monument';
import { PauseButton } from '@/components/pause-button';
import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';
import { FloatingEmojis } from '@/features/floating-emojis/floating-emojis';
import { motionPause } from '@/lib/pause';
import { usePaused } from '@/lib/use-paused';
import { ContractAddress } from './contract-address';
import { HeroWallet } from './hero-wallet';

/** The first screenful: who, what, and the one button that matters. */
export function Hero() {
  const still = usePaused(motionPause);
  return (
    <section
      aria-label="Pyramidion"
      className="relative isolate flex min-h-[calc(100svh-7rem)] flex-col overflow-hidden"
    >
      <FloatingEmojis />
      <Monument
        still={still}
        className="pointer-events-none absolute -bottom-52 left-1/2 -z-20 w-[38rem] max-w-none -translate-x-[52%] sm:-bottom-36 lg:-bottom-1 lg:left-[46%] lg:w-[50rem] lg:translate-x-0"
      />
      <div className="page safe-x flex grow flex-col pt-5 pb-64 sm:pt-10 sm:pb-96 lg:justify-center lg:pt-0 lg:pb-24">
        <div className="max-w-2xl">
          <h1 className="font-display text-hero">The AI-run pyramid scheme that admits it.</h1>
          <p className="mt-5 max-w-[23.9em] text-lg leading-snug text-sand sm:text-xl">
            Every other pyramid calls itself a community. We had ours drawn to scale.
          </p>
          <HeroWallet />
          <ContractAddress />
          <p className="mt-4 flex flex-wrap gap-x-7">
            <Button asChild variant="link">
              <Link to={paths.about}>Meet Our AI CEO</Link>
            </Button>
            <Button asChild variant="link">
              <Link to={paths.howToParticipate}>How to Participate</Link>
            </Button>
          </p>
        </div>
      </div>
      <PauseButton
        pause={motionPause}
        what="the emojis"
        className="absolute right-3 bottom-3 forced-colors:bg-[Canvas]"
      />
    </section>
  );
}
