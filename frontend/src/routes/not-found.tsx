import { Link, useMatch } from 'react-router-dom';
import { Monument } from '@/components/art/monument';
import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';

/** Also shown in place of the pyramid of an invalid address. */
export function NotFoundRoute() {
  const isPyramid = useMatch(paths.pyramid) !== null;
  return (
    <div className="relative isolate flex min-h-[calc(100svh-7rem)] flex-col overflow-hidden">
      <Monument
        capstone="fell"
        aria-label="A pyramid whose capstone lies before it"
        className="pointer-events-none absolute bottom-0 left-1/2 -z-20 w-[38rem] max-w-none -translate-x-[52%] lg:left-[46%] lg:w-[50rem] lg:translate-x-0"
      />
      <div className="page safe-x flex grow flex-col pt-5 pb-64 sm:pt-10 sm:pb-96 lg:justify-center lg:pt-0 lg:pb-24">
        <h1 className="font-display max-w-[7em] text-title">
          404 - You've fallen off the pyramid!
        </h1>
        <p className="mt-5 max-w-[18.2em] text-xl text-stone sm:max-w-[26em]">
          {isPyramid
            ? 'What you followed is not a wallet address. A pyramid with nobody at the top is called a cooperative, and we do not do those.'
            : 'You are at ground level, which is where the exits are. Statistically, this is the strongest position in the whole structure.'}
        </p>
        <p className="mt-8">
          <Button asChild size="lg">
            <Link to={paths.landing}>Climb Back Up</Link>
          </Button>
        </p>
      </div>
    </div>
  );
}
