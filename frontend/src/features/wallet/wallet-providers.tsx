import {
  isWalletAdapterCompatibleStandardWallet,
  WalletPublicKeyError,
  type Adapter,
  type WalletError,
} from '@solana/wallet-adapter-base';
import { PhantomWalletAdapter } from '@solana/wallet-adapter-phantom';
import { ConnectionProvider, useWallet, WalletProvider } from '@solana/wallet-adapter-react';
import type { ConnectionConfig } from '@solana/web3.js';
import { getWallets } from '@wallet-standard/app';
import { useEffect, useState, type ReactNode } from 'react';
import { abortAfter } from '@/lib/abort-after';
import { useBalanceRefresh } from './balances';
import { PHANTOM } from './expected-wallet';
import { injectedPhantom } from './phantom';
import { setProvider } from './provider-handle';
import { followAccount, useWalletState } from './wallet-store';

/** Timeout of the node, in ms. The server's own timeout is 10 s. */
const NODE_TIMEOUT_MS = 15_000;

const connectionConfig: ConnectionConfig = {
  commitment: 'confirmed',
  confirmTransactionInitialTimeout: 60_000,
  disableRetryOnRateLimit: true,
  fetch: (input, init) => fetch(input, { ...init, signal: abortAfter(NODE_TIMEOUT_MS) }),
};

/** localStorage key of the selected wallet. The library's default key is shared by all apps on a host. */
const SELECTION_KEY = 'pyramidion.selection';

// Old builds of Phantom do not set the flag that the adapter looks for.
if (typeof window !== 'undefined' && injectedPhantom()) window.isPhantomInstalled = true;

/** The adapter for builds of Phantom that do not register as a Standard wallet. */
const LEGACY: Adapter[] = [new PhantomWalletAdapter()];
const NONE: Adapter[] = [];

/** The official ConnectionProvider and WalletProvider, restricted to Phantom. */
export function WalletProviders({ children }: { readonly children: ReactNode }) {
  return (
    <ConnectionProvider endpoint="/api/rpc" config={connectionConfig}>
      <WalletProvider
        wallets={useLegacyPhantom()}
        autoConnect={false}
        localStorageKey={SELECTION_KEY}
        onError={handleWalletError}
      >
        <FollowWallet />
        {children}
      </WalletProvider>
    </ConnectionProvider>
  );
}

/**
 * Returns the legacy adapter until Phantom registers as a Standard wallet. WalletProvider adds Standard wallets by
 * itself.
 */
function useLegacyPhantom(): Adapter[] {
  const [wallets, setWallets] = useState(() => (isStandardPhantomThere() ? NONE : LEGACY));
  useEffect(
    () =>
      getWallets().on('register', () => {
        if (isStandardPhantomThere()) setWallets(NONE);
      }),
    [],
  );
  return wallets;
}

function isStandardPhantomThere(): boolean {
  return getWallets()
    .get()
    .some((wallet) => wallet.name === PHANTOM && isWalletAdapterCompatibleStandardWallet(wallet));
}

/** Copies the state of WalletProvider to the wallet store. */
function FollowWallet(): null {
  const context = useWallet();
  const state = useWalletState();
  const address = context.connected ? (context.publicKey?.toBase58() ?? null) : null;

  useEffect(() => setProvider(context), [context]);
  useEffect(() => followAccount(address), [address]);
  useBalanceRefresh(state);
  return null;
}

/**
 * Handles an old Phantom that withdraws the account: the adapter stays connected with the old key. Other errors are
 * ignored here, because they also reject the call that caused them.
 */
function handleWalletError(error: WalletError, adapter?: Adapter): void {
  if (error instanceof WalletPublicKeyError) void adapter?.disconnect();
}
