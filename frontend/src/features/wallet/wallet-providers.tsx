import {
  WalletPublicKeyError,
  WalletReadyState,
  type Adapter,
  type WalletError,
} from '@solana/wallet-adapter-base';
import { PhantomWalletAdapter } from '@solana/wallet-adapter-phantom';
import { ConnectionProvider, WalletProvider } from '@solana/wallet-adapter-react';
import type { ConnectionConfig } from '@solana/web3.js';
import { useCallback, useRef, type ReactNode } from 'react';
import { abortAfter } from '@/lib/abort-after';
import { whenOpened } from '@/lib/prerender';
import { askSilently, injectedPhantom, PHANTOM } from './phantom';
import { ConnectProvider } from './use-connect';

/** Longer than the 10 s for which the server asks the Solana nodes. */
const NODE_TIMEOUT_MS = 15_000;

/** A locked Phantom never answers a silent request. */
const SILENT_TIMEOUT_MS = 5_000;

const connectionConfig: ConnectionConfig = {
  commitment: 'confirmed',
  confirmTransactionInitialTimeout: 60_000,
  disableRetryOnRateLimit: true,
  fetch: (input, init) => fetch(input, { ...init, signal: abortAfter(NODE_TIMEOUT_MS) }),
};

// Old builds of Phantom do not set the flag that the adapter looks for.
if (typeof window !== 'undefined' && injectedPhantom()) window.isPhantomInstalled = true;

const wallets = [new PhantomWalletAdapter()];

export function WalletProviders({ children }: { readonly children: ReactNode }) {
  const attemptRef = useRef(0);
  const mayReconnect = useCallback(async (adapter: Adapter): Promise<boolean> => {
    // After a click on Connect, ConnectProvider connects instead.
    const isWanted = (): boolean => attemptRef.current === 0 && adapter.name === PHANTOM;
    return isWanted() && (await isTrustedBy(adapter)) && isWanted();
  }, []);
  return (
    <ConnectionProvider endpoint="/api/rpc" config={connectionConfig}>
      <WalletProvider wallets={wallets} autoConnect={mayReconnect} onError={handleWalletError}>
        <ConnectProvider attemptRef={attemptRef}>{children}</ConnectProvider>
      </WalletProvider>
    </ConnectionProvider>
  );
}

async function isTrustedBy(phantom: Adapter): Promise<boolean> {
  if (phantom.readyState !== WalletReadyState.Installed) return false;
  await new Promise<void>((resolve) => whenOpened(resolve));
  return new Promise((resolve) => {
    setTimeout(resolve, SILENT_TIMEOUT_MS, false);
    askSilently(phantom).then(
      () => resolve(true),
      () => resolve(false),
    );
  });
}

/** Disconnects when an old Phantom withdraws the account, because its adapter would stay connected with the old key. */
function handleWalletError(error: WalletError, adapter?: Adapter): void {
  if (error instanceof WalletPublicKeyError) void adapter?.disconnect();
}
