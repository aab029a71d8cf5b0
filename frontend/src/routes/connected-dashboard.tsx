import { Link } from 'react-router-dom';
import { Avatar } from '@/components/art/avatar';
import { Button } from '@/components/ui/button';
import { Card, CardColumn } from '@/components/ui/card';
import { pyramidPath } from '@/config/paths';
import { LeaderboardCard } from '@/features/leaderboard/leaderboard-card';
import { LevelsCard } from '@/features/levels/levels-card';
import { knownHoldings, StatusCard } from '@/features/levels/status-card';
import { PyramidBotCard } from '@/features/pyramid-bot/pyramid-bot-card';
import { ReferralStatsCard } from '@/features/referral/referral-stats-card';
import { useReferralStats, type KnownStats } from '@/features/referral/use-referral-stats';
import { RugMeterCard } from '@/features/rug-meter/rug-meter-card';
import { ProveWallet } from '@/features/session/prove-wallet';
import { useCheckIn, useSession, type KnownSession } from '@/features/session/use-session';
import { WalletButton } from '@/features/wallet/wallet-button';
import { solText, type ConnectedWallet } from '@/features/wallet/wallet-state';
import { refreshBalances } from '@/features/wallet/wallet-store';
import { titleOf } from '@/lib/avatar';
import { formatTime, shortenAddress } from '@/lib/format';
import type { Query } from '@/lib/query';

/** The dashboard of a connected wallet. A balance that could not be read shows what was last read, or the specification's fallback, 0. */
export function ConnectedDashboard({ wallet }: { readonly wallet: ConnectedWallet }) {
  const session = useSession(wallet.address);
  useCheckIn(session);
  const stats = useStatsAfter(session, wallet.address);
  const shares = wallet.balances === 'unread' ? null : wallet.sharesBalance;
  const provenRecruits = stats.data?.provenRecruits ?? null;
  const holdings = knownHoldings(shares, provenRecruits);

  return (
    <>
      <div className="mb-8 flex flex-wrap items-end justify-between gap-x-4 gap-y-4">
        <div>
          <h1 className="font-display text-title">Dashboard</h1>
          <p className="mt-2 flex flex-wrap items-center gap-x-3 text-stone tabular-nums">
            <Avatar wallet={wallet.address} className="w-7 shrink-0" />
            <span title={wallet.address}>{shortenAddress(wallet.address)}</span>
            <span className="min-w-[10ch]">{solText(wallet)}</span>
            <span className="text-gold-bright">{titleOf(wallet.address)}</span>
          </p>
        </div>
        <WalletButton size="sm" />
      </div>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:grid-rows-[auto_1fr]">
        <CardColumn>
          <StatusCard
            shares={shares}
            holdings={holdings}
            failed={provenRecruits === null && !stats.loading}
            trouble={troubleOf(wallet)}
            onRetry={refreshBalances}
          />
          <ProveWallet wallet={wallet.address} session={session} stats={stats} />
        </CardColumn>
        <CardColumn className="lg:row-span-2">
          <ReferralStatsCard wallet={wallet.address} stats={stats} />
          <LeaderboardCard wallet={wallet.address} own={stats} />
          <RugMeterCard />
        </CardColumn>
        <CardColumn>
          <LevelsCard holdings={holdings} />
          <Card title="Your Pyramid" className="lg:px-8">
            <p className="mb-4 text-stone">
              Everyone you recruited and everyone below them, as a picture. Suitable for framing, or
              for handing to an investigator.
            </p>
            <Button asChild variant="secondary" className="max-sm:w-full">
              <Link to={pyramidPath(wallet.address)}>See It Drawn</Link>
            </Button>
          </Card>
          <PyramidBotCard />
        </CardColumn>
      </div>
    </>
  );
}

/** Waits for a pending sign-in before it reads the stats, because the sign-in changes them. */
function useStatsAfter(session: Query<KnownSession>, wallet: string): Query<KnownStats> {
  const stats = useReferralStats(session.loading ? null : wallet);
  return { ...stats, loading: session.loading || stats.loading };
}

/** What is to be said of the balances; null when they are those of now, or on their way. */
function troubleOf({ balances, readAt }: ConnectedWallet): string | null {
  if (balances !== 'ready' && balances !== 'loading' && balances !== 'unread') {
    return `Your ${balances === 'solFailed' ? 'SOL' : 'balance'} could not be read, so it says 0. Our forecast says the same.`;
  }
  return (
    readAt &&
    `Balance of ${formatTime(readAt)}, since Solana does not answer us. Our forecast is older.`
  );
}
