import { useWallet } from '@solana/wallet-adapter-react';
import { Fragment, Suspense, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { Link } from 'react-router-dom';
import sealedPyramid from '@/assets/sealed-pyramid.svg';
import { lazyComponent } from '@/components/lazy-component';
import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';
import { connectText } from '@/features/wallet/connect-text';
import { WalletButton } from '@/features/wallet/wallet-button';
import type { WalletState } from '@/features/wallet/wallet-state';
import { useWalletState } from '@/features/wallet/wallet-store';
import { focusHeading } from '@/lib/focus-heading';

const ConnectedDashboard = lazyComponent(
  async () =>
    (await import(/* webpackChunkName: "dashboard" */ './connected-dashboard')).ConnectedDashboard,
);

/** Fetches what a connect leads to: for a wallet that comes back at once, else while Phantom asks, after its own code. */
export function PreloadDashboard(): null {
  const { status } = useWalletState();
  const { wallet } = useWallet();
  const expected = status === 'reconnecting' || wallet !== null;

  useEffect(() => {
    if (expected) ConnectedDashboard.preload().catch(() => undefined);
  }, [expected]);

  return null;
}

export function DashboardRoute() {
  const wallet = useWalletState();
  const hadFocus = useRef(false);

  return (
    <div className="page safe-x min-h-dvh pt-4 pb-16 sm:pt-8">
      {wallet.status === 'connected' ? (
        <Suspense fallback={<ConnectPrompt wallet={{ status: 'connecting', stage: 'approved' }} />}>
          <Fragment key={wallet.address}>
            <KeepFocus hadFocus={hadFocus} />
            <ConnectedDashboard wallet={wallet} />
          </Fragment>
        </Suspense>
      ) : (
        <>
          <KeepFocus hadFocus={hadFocus} />
          <ConnectPrompt wallet={wallet} />
        </>
      )}
    </div>
  );
}

/**
 * Moves the focus to the heading where what had it goes with one state of the dashboard. It stands before what is shown,
 * since React takes away what comes first before what follows.
 */
function KeepFocus({ hadFocus }: { readonly hadFocus: RefObject<boolean> }): null {
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) focusHeading();
    return () => {
      hadFocus.current = document.activeElement !== document.body;
    };
  }, [hadFocus]);

  return null;
}

function ConnectPrompt({
  wallet,
}: {
  readonly wallet: Exclude<WalletState, { status: 'connected' }>;
}) {
  return (
    <div className="flex min-h-[75dvh] flex-col justify-center gap-10 lg:flex-row-reverse lg:items-center lg:justify-between">
      <img
        src={sealedPyramid}
        alt=""
        width="240"
        height="190"
        className="w-44 max-w-full shrink-0 sm:w-56 lg:w-[32rem]"
      />
      <div>
        <h1 className="font-display max-w-[7em] text-title">
          Connect your wallet to view your pyramid status
        </h1>
        <WalletButton size="lg" className="mt-8 w-full sm:w-auto sm:min-w-72" />
        <p role="status" className="mt-4 min-h-12 text-stone">
          <span>{connectText(wallet)}</span>
          {wallet.status === 'disconnected' ? (
            <span className="block">There is no fee. You may leave by the door you came in.</span>
          ) : null}
        </p>
        <Button asChild variant="link" size="sm" className="mt-2">
          <Link to={paths.whatWeAsk}>What we ask of your wallet</Link>
        </Button>
      </div>
    </div>
  );
}
