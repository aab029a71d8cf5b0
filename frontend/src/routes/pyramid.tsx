import { Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { PyramidSkeleton } from '@/features/pyramid/pyramid-skeleton';
import { PyramidActions } from '@/features/site/pyramid-actions';
import { lazyPart } from '@/components/lazy-part';
import { useHydrated } from '@/lib/use-hydrated';

const PyramidOf = lazyPart(async () => (await import('@/features/pyramid/pyramid-of')).PyramidOf);

/**
 * The server renders this screen once for all wallets. Before hydration only the path of the picture depends on the
 * wallet, and the server inserts that path.
 */
export function PyramidRoute() {
  const { wallet = '' } = useParams();
  const hydrated = useHydrated();
  return (
    <div className="page safe-x min-h-svh pt-8 pb-20 lg:pt-4">
      <div className="mb-8 lg:flex lg:items-end lg:justify-between">
        <h1 className="font-display text-title">The Whole Pyramid</h1>
        <p className="mt-5 max-w-text text-lg leading-snug text-stone lg:max-w-[26.5em]">
          Everyone that one wallet recruited, and everyone below them. The gold stones are people.
          The dark ones are the business plan.
        </p>
      </div>
      {hydrated ? (
        <Suspense fallback={<PyramidSkeleton />}>
          <PyramidOf key={wallet} wallet={wallet}>
            <PyramidActions wallet={wallet} />
          </PyramidOf>
        </Suspense>
      ) : (
        <>
          <div className="noscript:hidden">
            <PyramidSkeleton />
          </div>
          <noscript>
            <img
              src={`/pyramid/${wallet}.png`}
              width={1280}
              height={1016}
              alt="The pyramid, drawn by the server"
              className="h-auto w-full rounded-lg"
            />
            <p className="mt-4">
              With JavaScript you could read it level by level. It does not get better further down.
            </p>
          </noscript>
        </>
      )}
    </div>
  );
}
