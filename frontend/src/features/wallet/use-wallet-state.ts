import { useContext } from 'react';
import { WalletStateContext } from './wallet-context';
import type { WalletState } from './wallet-state';

/** The state of the visitor's wallet; disconnected on the first render. */
export function useWalletState(): WalletState {
  return useContext(WalletStateContext);
}
