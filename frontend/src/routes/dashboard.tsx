import { useWallet } from '@solana/wallet-adapter-react';
import { Fragment, Suspense, useEffect, useRef, type RefObject } from 'react';
import { SealedPyramid } from '@/components/art/sealed-pyramid';
import { lazyComponent } from '@/components/lazy-component';
import { connectText } from '@/features/wallet/connect-text';
import { WalletButton } from '@/features/wallet/wallet-button';
import type { WalletState } from '@/features/wallet/wallet-state';
import { useWalletState } from '@/features/wallet/wallet-store';
import { focusHeading } from '@/lib/focus-heading';

const ConnectedDashboard = lazyComponent(
  async () =>
    (await import(/* webpackChunkName: "dashboard" */ './connected-dashboard')).ConnectedDashboard,
);

/**
 * Fetches what a connect leads to: for a wallet that comes back at once, else while Phantom asks, so
 * that it does not delay the wallet's own code. Renders nothing.
 */
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
  const focused = useRef<Element>(null);

  useEffect(() => {
    // What had the focus before the page was hydrated has told nobody.
    if (document.activeElement !== document.body) focused.current = document.activeElement;
  });

  return (
    <div
      onFocus={({ target }) => {
        focused.current = target;
      }}
      className="page safe-x min-h-dvh pt-4 pb-16 sm:pt-8"
    >
      {wallet.status === 'connected' ? (
        <Suspense fallback={<ConnectPrompt wallet={{ status: 'reconnecting' }} />}>
          <Fragment key={wallet.address}>
            <ConnectedDashboard wallet={wallet} />
            <KeepFocus focused={focused} />
          </Fragment>
        </Suspense>
      ) : (
        <>
          <ConnectPrompt wallet={wallet} />
          <KeepFocus focused={focused} />
        </>
      )}
    </div>
  );
}

/** Moves the focus to the heading where what had it has gone with the other state of the dashboard. Renders nothing. */
function KeepFocus({ focused }: { readonly focused: RefObject<Element | null> }): null {
  useEffect(() => {
    const isGone = focused.current !== null && !focused.current.isConnected;
    if (isGone && document.activeElement === document.body) focusHeading();
  }, [focused]);

  return null;
}

type Unconnected = Exclude<WalletState, { status: 'connected' }>;

/** The dashboard before there is a wallet. */
function ConnectPrompt({ wallet }: { readonly wallet: Unconnected }) {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-start pt-[7svh] sm:items-center sm:text-center">
      <SealedPyramid className="w-44 sm:w-56" />
      <h1 className="font-display mt-8 text-heading">
        Connect your wallet to view your pyramid status
      </h1>
      <WalletButton size="lg" className="mt-8 w-full sm:w-auto sm:min-w-72" />
      <p role="status" className="mt-4 min-h-12 text-stone">
        <span>{connectText(wallet)}</span>
        {wallet.status === 'disconnected' ? (
          <span className="block">There is no fee. You may leave by the door you came in.</span>
        ) : null}
      </p>
    </div>
  );
}
