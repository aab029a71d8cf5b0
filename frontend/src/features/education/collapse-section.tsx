import plan from '@/assets/plan.svg';
import { lazyPart } from '@/components/lazy-part';
import { WhenSeen } from '@/components/when-seen';
import { useHydrated } from '@/lib/use-hydrated';
import type { CollapseGameProps } from './collapse/collapse-game';
import { collapseIn } from './collapse/wager';

const CollapseGame = lazyPart(
  async () =>
    (await import(/* webpackChunkName: 'collapse' */ './collapse/collapse-game')).CollapseGame,
);

/** Root margin that triggers the download once the section reaches the upper 85 % of the window. */
const NEAR = '0px 0px -15% 0px';

/** The Daily Collapse. Its code is fetched when the section is seen, or at once if the address names a collapse. */
export function CollapseSection(props: CollapseGameProps) {
  const linked = useHydrated() && collapseIn(window.location.search) !== null;
  return (
    <section
      id="collapse"
      aria-labelledby="collapse-title"
      className="border-t border-line py-14 sm:py-20"
    >
      <div className="page safe-x">
        <h2 id="collapse-title" className="font-display text-title">
          The Daily Collapse
        </h2>
        <p className="mt-4 mb-8 max-w-text text-stone">
          One pyramid a day, the same for everyone. Bet on the level where it runs out of people.
        </p>
        <WhenSeen
          rootMargin={NEAR}
          wanted={linked}
          className="min-h-[48rem] lg:min-h-[33rem]"
          fallback={<Plan />}
        >
          <CollapseGame {...props} />
        </WhenSeen>
      </div>
    </section>
  );
}

function Plan() {
  return (
    <img
      src={plan}
      alt=""
      width="160"
      height="100"
      className="ml-auto w-full rounded-lg border border-line lg:w-2/3"
    />
  );
}
