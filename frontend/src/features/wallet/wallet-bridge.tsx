import {
  ConnectionContext,
  useConnection,
  WalletContext,
  type ConnectionContextState,
  type WalletContextState,
} from '@solana/wallet-adapter-react';
import type { ComponentType, ReactNode } from 'react';
import { createStore } from '@/lib/store';
import { useStore } from '@/lib/use-store';
import { PHANTOM } from './expected-wallet';

/** How long the providers may take to see Phantom once their code is there, in ms. A prompt may stay open for ever. */
const SELECT_TIMEOUT_MS = 10_000;

function notLoaded(): Promise<never> {
  return Promise.reject(new Error('The wallet is not loaded yet'));
}

/** What `useWallet()` holds before the real provider is there: nothing is connected, nothing can be asked. */
const NEUTRAL_WALLET: WalletContextState = {
  autoConnect: false,
  wallets: [],
  wallet: null,
  publicKey: null,
  connecting: false,
  connected: false,
  disconnecting: false,
  select: () => undefined,
  connect: notLoaded,
  disconnect: notLoaded,
  sendTransaction: notLoaded,
  signTransaction: undefined,
  signAllTransactions: undefined,
  signMessage: undefined,
  signIn: undefined,
};

/** The official ConnectionProvider and WalletProvider: their code once it has come, and what they hold. */
interface Providers {
  readonly Runtime: ComponentType | null;
  readonly connection: ConnectionContextState | null;
  /** Its wallet is Phantom, ready to be connected, or null. */
  readonly wallet: WalletContextState;
}

const providers = createStore<Providers>({
  Runtime: null,
  connection: null,
  wallet: NEUTRAL_WALLET,
});

/** Phantom has been deselected, and the providers have not come to it yet. */
let leaving = false;

/**
 * Puts the official wallet contexts around the app from the start, with neutral values, and fills
 * them from the real providers once those are wanted. `useWallet()` and `useConnection()` work
 * everywhere; the first render needs none of the wallet's code and is the same on the server.
 */
export function WalletBridge({ children }: { readonly children: ReactNode }) {
  const noConnection = useConnection();
  const { Runtime, connection, wallet } = useStore(providers);
  return (
    <>
      <ConnectionContext value={connection ?? noConnection}>
        <WalletContext value={wallet}>{children}</WalletContext>
      </ConnectionContext>
      {Runtime && <Runtime />}
    </>
  );
}

/** Fetches the code of the providers, and has them mounted. Rejects when it does not come; it may be asked for again. */
export async function loadProviders(): Promise<void> {
  const { WalletRuntime } = await import(/* webpackChunkName: "wallet" */ './wallet-runtime');
  providers.set({ ...providers.get(), Runtime: WalletRuntime });
}

/** Takes what the providers hold now. */
export function takeContexts(contexts: Omit<Providers, 'Runtime'>): void {
  if (contexts.wallet.wallet === null) leaving = false;
  providers.set({ ...providers.get(), ...contexts });
}

/**
 * Has the providers select Phantom, which they must before they connect it.
 *
 * @returns what they hold when it is selected and can be connected
 * @throws Error when their code does not come, or Phantom does not show up
 */
export async function selectPhantom(): Promise<WalletContextState> {
  await loadProviders();
  return new Promise((resolve, reject) => {
    const unsubscribe = providers.subscribe(look);
    const timer = setTimeout(() => {
      unsubscribe();
      reject(new Error('Phantom did not show up'));
    }, SELECT_TIMEOUT_MS);

    function look(): void {
      const { wallet } = providers.get();
      if (leaving) return;
      if (wallet.wallet === null) {
        wallet.select(PHANTOM);
        return;
      }
      unsubscribe();
      clearTimeout(timer);
      resolve(wallet);
    }

    look();
  });
}

/** Has the providers disconnect Phantom, and select it no more. */
export function deselectPhantom(): void {
  const { wallet } = providers.get();
  if (wallet.wallet === null) return;
  leaving = true;
  wallet.select(null);
}
