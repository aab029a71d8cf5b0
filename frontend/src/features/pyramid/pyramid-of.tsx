import { QueryFailure } from '@/components/query-failure';
import { NoWallet } from './no-wallet';
import { PyramidSkeleton } from './pyramid-skeleton';
import { PyramidView } from './pyramid-view';
import { usePyramid } from './use-pyramid';

/** The pyramid of a wallet, once it is known. */
export function PyramidOf({ wallet }: { readonly wallet: string }) {
  const { data, failed, refused, loading, retry } = usePyramid(wallet);
  if (data) return <PyramidView pyramid={data} />;
  if (loading) return <PyramidSkeleton />;
  if (refused) return <NoWallet />;
  return failed ? (
    <QueryFailure onRetry={retry}>
      The pyramid did not load. For a moment, nobody is above anybody.
    </QueryFailure>
  ) : null;
}
