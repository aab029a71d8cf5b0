import type { WalletContextState } from '@solana/wallet-adapter-react';

function notLoaded(): Promise<never> {
  return Promise.reject(new Error('The wallet is not loaded yet'));
}

/** What `useWallet()` holds before the real provider is there: nothing is connected, nothing can be asked. */
export const NEUTRAL_WALLET: WalletContextState = {
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
