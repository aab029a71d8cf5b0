import { Link } from 'react-router-dom';
import { WalletMark } from '@/components/art/wallet-mark';
import { LEADERBOARD, pyramidPath } from '@/config/paths';
import { titleOf } from '@/lib/face';
import { plural, shortenAddress } from '@/lib/format';
import { useQuery } from '@/lib/query';
import { isLeaderboard } from './leaderboard-shape';

export function TopBuilders() {
  const { data, failed } = useQuery(`${LEADERBOARD}?limit=3`, isLeaderboard);
  if (failed) {
    return <p className="text-stone">The real ones did not load. They are said to be busy.</p>;
  }
  if (data?.entries.length === 0) {
    return <p className="text-stone">Of the real ones there are none yet: the board is empty.</p>;
  }
  return data ? (
    <>
      <p className="text-stone">
        These are real, and on top of the board as you read this. What they have is recruits.
      </p>
      <ol className="mt-4 grid gap-4 lg:grid-cols-3 lg:gap-8">
        {data.entries.map(({ wallet, recruits }) => (
          <li key={wallet}>
            <Link
              to={pyramidPath(wallet)}
              className="group flex min-h-12 items-center gap-3 leading-tight"
            >
              <WalletMark wallet={wallet} className="w-12 shrink-0" />
              <span>
                <span className="underline decoration-line underline-offset-4 group-hover:decoration-current">
                  {shortenAddress(wallet)}
                </span>
                <span className="block text-sm text-stone">
                  {`${titleOf(wallet)}, ${plural(recruits, 'recruit')}`}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </>
  ) : null;
}
