import { Suspense, useState } from 'react';
import plan from '@/assets/plan.svg';
import { lazyPart } from '@/components/lazy-part';
import { useHydrated } from '@/lib/use-hydrated';
import { useOnScreen } from '@/lib/use-on-screen';
import type { CollapseGameProps } from './collapse/collapse-game';
import { betIn } from './collapse/daily-bet';
import { BESIDE, PLAN } from './collapse/layout';

const CollapseGame = lazyPart(
  async () =>
    (await import(/* webpackChunkName: 'collapse' */ './collapse/collapse-game')).CollapseGame,
);

/** Excludes the lowest 15 % of the window, so that a glimpse of the game does not fetch its code. */
const NEAR = '0px 0px -15% 0px';

/** Fetches the game's code when the game is on the screen, or after hydration if the URL contains a bet. */
export function CollapseSection(props: CollapseGameProps) {
  const linked = useHydrated() && betIn(window.location.search) !== null;
  const { ref, onScreen } = useOnScreen<HTMLDivElement>(false, NEAR);
  const [wanted, setWanted] = useState(false);
  if (!wanted && (onScreen || linked)) setWanted(true);
  return (
    <section
      id="collapse"
      aria-labelledby="collapse-title"
      className="-scroll-mt-8 border-t border-line py-10 sm:scroll-mt-0 sm:py-20"
    >
      <div className="page safe-x">
        <h2 id="collapse-title" className="font-display text-heading sm:text-title">
          The Daily Collapse
        </h2>
        <p className="mt-3 mb-6 max-w-text text-stone sm:mt-4 sm:mb-8">
          One pyramid a day, the same for everyone. Bet on the level where it runs out of people.
        </p>
        <div ref={ref}>
          {wanted ? (
            <Suspense fallback={<Placeholder />}>
              <CollapseGame {...props} />
            </Suspense>
          ) : (
            <Placeholder />
          )}
        </div>
      </div>
    </section>
  );
}

function Placeholder() {
  return (
    <div className={BESIDE}>
      <div className="overflow-hidden rounded-lg border border-line">
        <img src={plan} alt="" width="160" height="100" className={`object-cover ${PLAN}`} />
      </div>
      <div
        aria-hidden="true"
        className="noscript:hidden *:rounded-sm *:bg-dune *:forced-colors:bg-[GrayText]"
      >
        <div className="h-9 w-3/5" />
        <div className="mt-2 h-24" />
        <div className="mt-4 h-19" />
        <div className="mt-4 h-12 sm:w-40" />
        <div className="mt-3 h-12" />
      </div>
    </div>
  );
}
