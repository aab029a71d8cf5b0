import {
  ConnectionContext,
  useConnection,
  WalletContext,
  type WalletContextState,
} from '@solana/wallet-adapter-react';
import type { ReactNode } from 'react';
import { useStore } from '@/lib/use-store';
import { providers } from './official-providers';

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

/**
 * Puts the official wallet contexts around the app from the start, with neutral values, and fills
 * them from the real providers once those are wanted. `useWallet()` and `useConnection()` work
 * everywhere; the first render needs none of the wallet's code and is the same on the server.
 */
export function WalletBridge({ children }: { readonly children: ReactNode }) {
  const noConnection = useConnection();
  const { Runtime, held } = useStore(providers);
  return (
    <>
      <ConnectionContext value={held?.connection ?? noConnection}>
        <WalletContext value={held?.wallet ?? NEUTRAL_WALLET}>{children}</WalletContext>
      </ConnectionContext>
      {Runtime && <Runtime />}
    </>
  );
}
