import { Link } from 'react-router-dom';
import { LogoMark } from '@/components/art/logo-mark';
import { Monument } from '@/components/art/monument';
import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';
import { FloatingEmojis } from '@/features/floating-emojis/floating-emojis';
import { ContractAddress } from './contract-address';
import { HeroWallet } from './hero-wallet';
import { PauseButton } from './pause-button';

/** The first screenful: who, what, and the one button that matters. */
export function Hero() {
  return (
    <section
      aria-label="Pyramidion"
      className="relative isolate flex min-h-[calc(100svh-7rem)] flex-col overflow-hidden"
    >
      <FloatingEmojis />
      <Monument className="pointer-events-none absolute -bottom-1 left-1/2 -z-20 w-[46rem] max-w-none -translate-x-1/2 max-lg:top-[23rem] max-lg:bottom-auto max-lg:opacity-60 lg:left-[43%] lg:w-[52rem] lg:translate-x-0" />
      <div className="page safe-x flex grow flex-col pt-4 pb-20 lg:justify-center lg:pt-0 lg:pb-28">
        <div className="max-w-2xl">
          <LogoMark label="Pyramidion logo" className="h-12 w-14 lg:h-14 lg:w-16" />
          <h1 className="font-display mt-5 text-hero">The AI-run pyramid scheme that admits it.</h1>
          <p className="mt-6 max-w-[36ch] text-xl leading-snug text-sand">
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
      <PauseButton what="the emojis" className="absolute right-3 bottom-3" />
    </section>
  );
}
