import { Suspense, useEffect } from 'react';
import { useWalletState } from '@/features/wallet/use-wallet-state';
import type { WalletState } from '@/features/wallet/wallet-state';
import { lazyComponent } from '@/lib/lazy-component';
import { ConnectPrompt } from './connect-prompt';

const ConnectedDashboard = lazyComponent(
  async () => (await import('./connected-dashboard')).ConnectedDashboard,
);

const LEADS_TO_DASHBOARD: ReadonlySet<WalletState['status']> = new Set([
  'connecting',
  'reconnecting',
  'connected',
]);

/** Fetches what a connect leads to while Phantom asks. Renders nothing. */
export function PreloadDashboard(): null {
  const { status } = useWalletState();

  useEffect(() => {
    if (LEADS_TO_DASHBOARD.has(status)) ConnectedDashboard.preload().catch(() => undefined);
  }, [status]);

  return null;
}

export function DashboardRoute() {
  const wallet = useWalletState();
  return (
    <div className="page safe-x min-h-dvh pt-4 pb-16 sm:pt-8">
      {wallet.status === 'connected' ? (
        <Suspense fallback={<ConnectPrompt status="reconnecting" />}>
          <ConnectedDashboard key={wallet.address} wallet={wallet} />
        </Suspense>
      ) : (
        <ConnectPrompt status={wallet.status} />
      )}
    </div>
  );
}
