import { RetryButton } from '@/components/query-failure';
import { connectText } from '@/features/wallet/connect-text';
import type { ConnectedWallet } from '@/features/wallet/wallet-state';
import { WalletButton } from '@/features/wallet/wallet-button';
import { refreshBalances, useWalletState } from '@/features/wallet/wallet-store';
import { formatSol, shortenAddress } from '@/lib/format';

/** The wallet button and, beneath it, the connected wallet. Both states take the same room. */
export function HeroWallet() {
  const wallet = useWalletState();
  return (
    <div className="mt-7 sm:mt-8">
      <WalletButton size="lg" className="w-full sm:w-auto sm:min-w-72" />
      <div className="mt-2 flex min-h-11 items-center text-[0.9375rem] text-stone">
        {wallet.status === 'connected' ? (
          <WalletLine wallet={wallet} />
        ) : (
          <p role="status">{connectText(wallet)}</p>
        )}
      </div>
    </div>
  );
}

function WalletLine({ wallet }: { wallet: ConnectedWallet }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 tabular-nums">
      <span className="text-sand" title={wallet.address}>
        {shortenAddress(wallet.address)}
      </span>
      <span>{formatSol(wallet.balance)} SOL</span>
      {wallet.balances === 'failed' ? (
        <RetryButton variant="link" onRetry={refreshBalances}>
          Balance not read. Try again
        </RetryButton>
      ) : null}
    </p>
  );
}
