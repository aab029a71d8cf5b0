import { useDeferredValue, useEffect, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import sealedPyramid from '@/assets/sealed-pyramid.svg?inline';
import { lazyPart } from '@/components/lazy-part';
import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';
import { ConnectStatus } from '@/features/wallet/connect-status';
import { WalletButton } from '@/features/wallet/wallet-button';
import type { WalletState } from '@/features/wallet/wallet-state';
import { useWalletState } from '@/features/wallet/wallet-store';
import { focusHeading } from '@/lib/focus-heading';

const ConnectedDashboard = lazyPart(
  async () =>
    (await import(/* webpackChunkName: "dashboard" */ './connected-dashboard')).ConnectedDashboard,
);

/** Preloads the connected dashboard while a wallet reconnects, or while Phantom's prompt is open. */
export function PreloadDashboard(): null {
  const wallet = useWalletState();
  const expected =
    wallet.status === 'reconnecting' ||
    (wallet.status === 'connecting' && wallet.stage !== 'challenge');

  useEffect(() => {
    if (expected) ConnectedDashboard.preload().catch(() => undefined);
  }, [expected]);

  return null;
}

export function DashboardRoute() {
  // Deferred, so that the previous screen stays visible until the dashboard's code has loaded.
  const wallet = useDeferredValue(useWalletState());
  useFocusOnChange(wallet);

  return (
    <div className="page safe-x min-h-dvh pt-4 pb-16 sm:pt-8">
      {wallet.status === 'connected' ? (
        <ConnectedDashboard key={wallet.address} wallet={wallet} />
      ) : (
        <ConnectPrompt />
      )}
    </div>
  );
}

/** Focuses the heading after a connect, a disconnect or a switch of accounts, which remove the focused element. */
function useFocusOnChange(wallet: WalletState): void {
  const before = useRef(wallet);

  useLayoutEffect(() => {
    const last = before.current;
    before.current = wallet;
    if (last.status === 'reconnecting' || addressOf(last) === addressOf(wallet)) return;
    if (document.activeElement === document.body) focusHeading();
  }, [wallet]);
}

function addressOf(wallet: WalletState): string | null {
  return wallet.status === 'connected' ? wallet.address : null;
}

function ConnectPrompt() {
  const { status } = useWalletState();
  return (
    <div className="flex flex-col gap-8 py-[6dvh] lg:flex-row-reverse lg:justify-between lg:py-[12dvh]">
      <img
        src={sealedPyramid}
        alt=""
        width="240"
        height="190"
        className="w-44 max-w-full shrink-0 self-start sm:w-56 lg:w-[32rem]"
      />
      <div>
        <h1 className="max-w-[7em] font-display text-title">
          Connect your wallet to view your pyramid status
        </h1>
        <p className="mt-6 text-stone">
          {status === 'connected'
            ? 'Your dashboard is on its way.'
            : 'There is no fee. You may leave by the door you came in.'}
        </p>
        <div className="mb-5">
          <Button asChild variant="link" size="sm">
            <Link to={paths.whatWeAsk}>What we ask of your wallet</Link>
          </Button>
        </div>
        <WalletButton size="lg" className=" w-full sm:w-auto sm:min-w-72" />
        {/* Last, because its text changes. */}
        <ConnectStatus className="mt-4 text-stone" />
      </div>
    </div>
  );
}
