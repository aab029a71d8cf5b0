import {
  WalletPublicKeyError,
  WalletReadyState,
  type Adapter,
  type WalletError,
} from '@solana/wallet-adapter-base';
import { PhantomWalletAdapter } from '@solana/wallet-adapter-phantom';
import {
  ConnectionProvider,
  useConnection,
  useWallet,
  WalletProvider,
  type WalletContextState,
} from '@solana/wallet-adapter-react';
import type { ConnectionConfig } from '@solana/web3.js';
import { memo, useEffect, useMemo } from 'react';
import { useBalanceRefresh } from './balances';
import { PHANTOM } from './expected-wallet';
import { injectedPhantom } from './phantom';
import { takeContexts } from './wallet-bridge';
import { followAccount, useWalletState } from './wallet-store';

/** Time after which the node is taken to be silent, in ms; the server's own limit is 10 s. */
const NODE_TIMEOUT_MS = 15_000;

const endpoint = new URL('/api/rpc', window.location.origin).href;

const connectionConfig: ConnectionConfig = {
  commitment: 'confirmed',
  confirmTransactionInitialTimeout: 60_000,
  disableRetryOnRateLimit: true,
  fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(NODE_TIMEOUT_MS) }),
};

if (injectedPhantom()) window.isPhantomInstalled = true;

/** Where the library keeps what it has selected, asked or connected. Its default key is shared by the apps of a host. */
const SELECTION_KEY = 'pyramidion.selection';

const wallets = [new PhantomWalletAdapter()];

/**
 * The real ConnectionProvider and WalletProvider. They stand beside the app, not around it, and hand
 * over what they hold; so the app need not wait for their code, nor mount anew when it comes.
 * Memoised, or what they publish would render them again, without end.
 */
export const WalletRuntime = memo(function WalletRuntime() {
  return (
    <ConnectionProvider endpoint={endpoint} config={connectionConfig}>
      <WalletProvider
        wallets={wallets}
        autoConnect={false}
        localStorageKey={SELECTION_KEY}
        onError={handleWalletError}
      >
        <HandOver />
        <WhileConnected />
      </WalletProvider>
    </ConnectionProvider>
  );
});

/** Hands the contexts and the account to the app. */
function HandOver(): null {
  const context = useWallet();
  const connection = useConnection();
  const wallet = useMemo(() => phantomOnly(context), [context]);
  const address = wallet.connected ? (wallet.publicKey?.toBase58() ?? null) : null;

  useEffect(() => takeContexts({ wallet, connection }), [wallet, connection]);
  useEffect(() => followAccount(address), [address]);

  return null;
}

/** WalletProvider adds every Standard wallet in the browser, whatever it is given, and selects what is not there yet. */
function phantomOnly(context: WalletContextState): WalletContextState {
  const wallets = context.wallets.filter(({ adapter }) => adapter.name === PHANTOM);
  const isThere = context.wallet?.readyState === WalletReadyState.Installed;
  return {
    ...context,
    wallets,
    wallet: wallets.find((wallet) => isThere && wallet === context.wallet) ?? null,
    select: (name) => context.select(name === PHANTOM ? name : null),
  };
}

/** Reads the balances of a connected wallet, on whichever screen it is. */
function WhileConnected(): null {
  const wallet = useWalletState();
  useBalanceRefresh(wallet);
  return null;
}

/**
 * Every failure also rejects the call that caused it and is handled there, but for this one: an old
 * Phantom that withdraws the account leaves the adapter connected with the key it had.
 */
function handleWalletError(error: WalletError, adapter?: Adapter): void {
  if (error instanceof WalletPublicKeyError) void adapter?.disconnect();
}
