import { useWalletState } from '@/features/wallet/use-wallet-state';
import { ConnectPrompt } from './connect-prompt';
import { ConnectedDashboard } from './connected-dashboard';

export function DashboardRoute() {
  const wallet = useWalletState();
  return (
    <div className="page safe-x min-h-svh pt-4 pb-16 sm:pt-8">
      {wallet.status === 'connected' ? (
        <ConnectedDashboard key={wallet.address} wallet={wallet} />
      ) : (
        <ConnectPrompt status={wallet.status} />
      )}
    </div>
  );
}
