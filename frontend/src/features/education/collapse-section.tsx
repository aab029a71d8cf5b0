import { Suspense } from 'react';
import { lazyComponent } from '@/components/lazy-component';
import { useHydrated } from '@/lib/use-hydrated';
import { wagerIn } from './collapse/wager';
import { useNear } from './use-near';

const CollapseGame = lazyComponent(
  async () =>
    (await import(/* webpackChunkName: 'collapse' */ './collapse/collapse-game')).CollapseGame,
);

/**
 * A pyramid to found, and to watch fall. Its code comes when the visitor does, or at once when the address names a
 * collapse.
 * @param wallet the visitor's, or null
 */
export function CollapseSection({ wallet }: { readonly wallet: string | null }) {
  const { ref, near } = useNear<HTMLDivElement>();
  const linked = useHydrated() && wagerIn(window.location.search) !== null;
  return (
    <section
      id="collapse"
      aria-labelledby="collapse-title"
      className="border-t border-line py-14 sm:py-20"
    >
      <div className="page safe-x">
        <h2 id="collapse-title" className="font-display text-title">
          Found one. See it through.
        </h2>
        <p className="mt-4 mb-8 max-w-text text-stone">
          Everyone alive may be asked, and nobody twice. Place your bet on the level where it ends.
        </p>
        <div ref={ref} className="min-h-[48rem] lg:min-h-[33rem]">
          {near || linked ? (
            <Suspense fallback={<Plan />}>
              <CollapseGame wallet={wallet} />
            </Suspense>
          ) : (
            <Plan />
          )}
        </div>
      </div>
    </section>
  );
}

/** What is to be built, until the code is there that builds it. */
function Plan() {
  return (
    <svg
      viewBox="0 0 160 100"
      aria-hidden="true"
      className="ml-auto w-full rounded-lg border border-line lg:w-2/3"
    >
      <path
        d="M73 23 31 88H129L87 23M68 34H92M60 47H100M51 61H109M42 74H118"
        fill="none"
        className="stroke-stone"
        strokeWidth=".4"
        strokeDasharray="1 1.2"
      />
      <path d="M80 10 87 21H73Z" className="fill-gold" />
      <path d="M80 10 87 21H81.5Z" className="fill-gold-deep" />
    </svg>
  );
}
