import { QueryFailure } from '@/components/query-failure';
import { Queries } from '@/lib/query';
import { NoWallet } from './no-wallet';
import { PyramidSkeleton } from './pyramid-skeleton';
import { PyramidView } from './pyramid-view';
import { usePyramid } from './use-pyramid';

interface PyramidOfProps {
  readonly wallet: string;
}

/** The pyramid of a wallet, once it is known. */
export function PyramidOf(props: PyramidOfProps) {
  return (
    <Queries>
      <FetchedPyramid {...props} />
    </Queries>
  );
}

function FetchedPyramid({ wallet }: PyramidOfProps) {
  const { data, refused, loading, retry } = usePyramid(wallet);
  if (data) return <PyramidView pyramid={data} />;
  if (loading) return <PyramidSkeleton />;
  if (refused) return <NoWallet />;
  return (
    <div className="rounded-lg border border-line bg-dusk px-5 py-2 shadow-raised">
      <QueryFailure onRetry={retry}>
        The pyramid did not load. For a moment, nobody is above anybody.
      </QueryFailure>
    </div>
  );
}
