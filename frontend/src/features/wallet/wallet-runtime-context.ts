import { createContext, useContext } from 'react';

/** The real wallet providers, seen from the app that may not have loaded them yet. */
export interface WalletRuntimeHandle {
  /** Whether `useWallet()` speaks for the real provider. */
  readonly ready: boolean;
  /** Loads the providers once; asking again is free. Rejects when their code cannot be had. */
  load(): Promise<void>;
}

export const WalletRuntimeContext = createContext<WalletRuntimeHandle>({
  ready: false,
  load: () => Promise.reject(new Error('The wallet is used outside its bridge')),
});

/** Whether the wallet's code is there, and how to get it. */
export function useWalletRuntime(): WalletRuntimeHandle {
  return useContext(WalletRuntimeContext);
}
