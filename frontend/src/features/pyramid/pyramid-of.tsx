import { Link } from 'react-router-dom';
import type { Pyramid } from '@backend/pyramid/pyramid.schema';
import { FallenStones } from '@/components/art/fallen-stones';
import { QueryFailure } from '@/components/query-failure';
import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';
import { ApiError } from '@/lib/api';
import { useQuery } from '@/lib/query';
import { PyramidSkeleton, StakedOut } from './pyramid-skeleton';
import { PyramidView } from './pyramid-view';

/** The most that the server counts. */
const DEPTH = 50;

const BAD_REQUEST = 400;

export function PyramidOf({ wallet }: { readonly wallet: string }) {
  const { data, error, loading, retry } = useQuery<Pyramid>(
    `/api/pyramid?wallet=${encodeURIComponent(wallet)}&depth=${DEPTH}`,
  );
  if (data) return <PyramidView pyramid={data} />;
  if (loading) return <PyramidSkeleton />;
  if (error instanceof ApiError && error.status === BAD_REQUEST) return <NoWallet />;
  return (
    <>
      <StakedOut />
      <div className="mt-5 rounded-lg border border-line bg-dusk px-5 py-2 shadow-raised">
        <QueryFailure onRetry={retry}>
          The pyramid did not load. For a moment, nobody is above anybody.
        </QueryFailure>
      </div>
    </>
  );
}

function NoWallet() {
  return (
    <div className="flex flex-col gap-8 lg:flex-row lg:items-center lg:gap-14 lg:py-14">
      <FallenStones className="w-full max-w-md shrink-0 lg:max-w-xl" />
      <div>
        <h2 className="font-display text-heading">Nobody is at the top</h2>
        <p className="mt-3 max-w-text text-stone">
          What you followed is not a wallet address. A pyramid with nobody at the top is called a
          cooperative, and we do not do those.
        </p>
        <p className="mt-6 flex flex-wrap gap-3">
          <Button asChild>
            <Link to={paths.dashboard}>To the Dashboard</Link>
          </Button>
          <Button asChild variant="outline">
            <Link to={paths.landing}>Back to the Apex</Link>
          </Button>
        </p>
      </div>
    </div>
  );
}
