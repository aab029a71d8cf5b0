import { useWallet } from '@solana/wallet-adapter-react';
import { useDeferredValue, useEffect, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import sealedPyramid from '@/assets/sealed-pyramid.svg?inline';
import { lazyPart } from '@/components/lazy-part';
import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';
import { ConnectStatus } from '@/features/wallet/connect-status';
import { WalletButton } from '@/features/wallet/wallet-button';
import { useConnect } from '@/features/wallet/use-connect';
import { useAddress } from '@/features/wallet/wallet-state';
import { focusHeading } from '@/lib/focus-heading';

const ConnectedDashboard = lazyPart(
  async () =>
    (await import(/* webpackChunkName: "dashboard" */ './connected-dashboard')).ConnectedDashboard,
);

export function PreloadDashboard(): null {
  const { connecting } = useWallet();
  const { stage } = useConnect();
  const expected = connecting || stage === 'prompt' || stage === 'approved';

  useEffect(() => {
    if (expected) ConnectedDashboard.preload().catch(() => undefined);
  }, [expected]);

  return null;
}

export function DashboardRoute() {
  // Deferred, so that the prompt to connect stays visible until the dashboard's code has loaded.
  const address = useDeferredValue(useAddress());
  useFocusOnChange(address);

  return (
    <div className="page safe-x min-h-dvh pt-4 pb-10 sm:pt-8 sm:pb-16">
      {address === null ? (
        <ConnectPrompt />
      ) : (
        <ConnectedDashboard key={address} address={address} />
      )}
    </div>
  );
}

/**
 * Focuses the heading if nothing has the focus after a connect, a disconnect or a switch of accounts. Ignores a silent
 * reconnect, unless it has removed the element that had the focus last.
 */
function useFocusOnChange(address: string | null): void {
  const { stage } = useConnect();
  const before = useRef(address);
  const hasClicked = useRef(false);
  const lastFocused = useRef<Element | null>(null);

  useLayoutEffect(() => {
    const remember = (): void => {
      lastFocused.current = document.activeElement;
    };
    // The visitor may have focused an element before the page hydrated.
    remember();
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);

  useLayoutEffect(() => {
    if (stage !== 'idle') hasClicked.current = true;
  }, [stage]);

  useLayoutEffect(() => {
    const hasLostFocus = lastFocused.current?.isConnected === false;
    const isSilent = before.current === null && !hasClicked.current && !hasLostFocus;
    const hasChanged = before.current !== address;
    before.current = address;
    if (hasChanged && !isSilent && document.activeElement === document.body) focusHeading();
  }, [address]);
}

function ConnectPrompt() {
  const isConnected = useAddress() !== null;
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
          {isConnected
            ? 'Your dashboard is on its way.'
            : 'There is no fee. That is the only benefit.'}
        </p>
        <div className="mb-5">
          <Button asChild variant="link" size="sm">
            <Link to={paths.whatWeAsk}>What we ask of your wallet</Link>
          </Button>
        </div>
        <WalletButton size="lg" className=" w-full sm:w-auto sm:min-w-72" />
        {/* Last, because its height changes. */}
        <ConnectStatus className="mt-4 text-stone" />
      </div>
    </div>
  );
}
