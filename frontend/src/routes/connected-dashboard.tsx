import { cx } from 'class-variance-authority';
import type { ReactNode } from 'react';
import type { SWRResponse } from 'swr';
import { Avatar } from '@/components/art/avatar';
import { ErrorBoundary } from '@/components/error-boundary';
import { QueryFailure, RetryButton } from '@/components/query-failure';
import { LEADERBOARD } from '@/config/paths';
import { useBoard } from '@/features/leaderboard/board-answer';
import { LeaderboardCard } from '@/features/leaderboard/leaderboard-card';
import { whyUnranked } from '@/features/leaderboard/own-rank';
import { StatusCard } from '@/features/levels/status-card';
import { PyramidBotCard } from '@/features/pyramid-bot/pyramid-bot-card';
import { ReferralStatsCard } from '@/features/referral/referral-stats-card';
import { useReferralStats, type KnownStats } from '@/features/referral/use-referral-stats';
import { RugMeterCard } from '@/features/rug-meter/rug-meter-card';
import { ProveWallet } from '@/features/session/prove-wallet';
import { useCheckIn, useSession, type KnownSession } from '@/features/session/use-session';
import { WalletButton } from '@/features/wallet/wallet-button';
import { useBalances, type Balances } from '@/features/wallet/use-balances';
import { useConnect } from '@/features/wallet/use-connect';
import { solText } from '@/features/wallet/wallet-state';
import { titleOf } from '@/lib/avatar';
import { formatCount, formatTime, shortenAddress } from '@/lib/format';

export function ConnectedDashboard({ address }: { readonly address: string }) {
  const { stage, failure } = useConnect();
  const known = useSession();
  const session = { ...known, isLoading: known.isLoading || stage === 'arriving' };
  useCheckIn(session.data?.wallet ?? null);
  const stats = useStatsAfter(session, address);
  const board = useBoard(LEADERBOARD);
  const balances = useBalances(address);
  const trouble = balances.data ? troubleOf(balances.data) : null;
  const failed: { mutate(): Promise<unknown> }[] = [
    ...[stats, session, board].filter(({ error, isLoading }) => error && !isLoading),
    ...(trouble === null ? [] : [balances]),
  ];
  const isSignedOut = session.data !== undefined && session.data.wallet !== address;
  const provenRecruits = stats.data?.provenRecruits ?? null;

  return (
    <>
      <div className="mb-5 flex flex-wrap items-end gap-3 sm:mb-8">
        <h1 className="grow font-display text-heading sm:text-title">Dashboard</h1>
        <WalletButton size="sm" className="lg:order-1" />
        <p className="flex w-full flex-wrap items-center gap-x-3 text-stone tabular-nums lg:order-2">
          <Avatar wallet={address} className="w-7 shrink-0" />
          <span title={address}>{shortenAddress(address)}</span>
          <span className="min-w-[10ch]">{solText(balances.data)}</span>
          <span className="text-gold-bright">{titleOf(address)}</span>
        </p>
        <div className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-4 lg:w-auto lg:gap-x-6">
          <p role="status" className="tabular-nums">
            {failed.length > 1
              ? `${failed.length} things did not load.`
              : (nextStep(isSignedOut, stats.data) ?? placeText(stats) ?? 'Finding your place.')}
          </p>
          {failed.length > 1 ? (
            <RetryButton onRetry={() => failed.forEach(({ mutate }) => void mutate())}>
              Try All Again
            </RetryButton>
          ) : null}
        </div>
      </div>
      <div className="grid grid-cols-1 gap-4 sm:gap-5 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <Place className="lg:col-start-2">
          <ReferralStatsCard wallet={address} stats={stats} />
        </Place>
        <Place className="lg:col-start-1 lg:row-span-4 lg:row-start-1">
          <StatusCard
            wallet={address}
            shares={balances.data?.sharesBalance ?? null}
            provenRecruits={provenRecruits}
            failed={provenRecruits === null && !stats.isLoading}
            trouble={trouble}
            onRetry={balances.mutate}
          >
            <div id={PROOF_ID} tabIndex={-1}>
              <ProveWallet wallet={address} session={session} failure={failure} stats={stats} />
            </div>
          </StatusCard>
        </Place>
        <Place className="lg:col-start-2">
          <LeaderboardCard wallet={address} own={stats} />
        </Place>
        <Place className="lg:col-start-2">
          <RugMeterCard />
        </Place>
        <Place className="lg:col-start-2">
          <PyramidBotCard />
        </Place>
      </div>
    </>
  );
}

const PROOF_ID = 'signature';

interface PlaceProps {
  readonly className: string;
  readonly children: ReactNode;
}

function Place({ className, children }: PlaceProps) {
  return (
    <div className={cx('grid grid-cols-1', className)}>
      <ErrorBoundary
        fallback={(retry) => (
          <div className="rounded-lg border border-line bg-dusk p-5 sm:p-6">
            <QueryFailure onRetry={retry}>
              This card has collapsed. The others are holding.
            </QueryFailure>
          </div>
        )}
      >
        {children}
      </ErrorBoundary>
    </div>
  );
}

function placeText(stats: SWRResponse<KnownStats, Error>): ReactNode {
  const rank = stats.data?.rank;
  return typeof rank === 'number' ? `You are number ${formatCount(rank)}.` : whyUnranked(stats);
}

function nextStep(isSignedOut: boolean, stats: KnownStats | undefined): ReactNode {
  if (stats?.provenRecruits !== 0) return null;
  if (isSignedOut) {
    return (
      <>
        Next step:{' '}
        <a href={`#${PROOF_ID}`} className="text-gold underline underline-offset-4">
          sign under Your Status
        </a>
        .
      </>
    );
  }
  return stats.directRecruits === 0
    ? 'Next step: send your link to one person.'
    : 'Next step: have one of your recruits sign.';
}

/** Fetches no stats while the session loads, since a pending sign-in may change the stats. */
function useStatsAfter(session: SWRResponse<KnownSession, Error>, wallet: string) {
  const stats = useReferralStats(session.isLoading ? null : wallet);
  return { ...stats, isLoading: session.isLoading || stats.isLoading };
}

function troubleOf({ solRead, sharesRead, readAt }: Balances): string | null {
  if (!solRead || !sharesRead) {
    return `Your ${sharesRead ? 'SOL' : 'balance'} could not be read, so it says 0. Our forecast says the same.`;
  }
  return (
    readAt &&
    `Balance of ${formatTime(readAt)}, since Solana does not answer us. Our forecast is older.`
  );
}
