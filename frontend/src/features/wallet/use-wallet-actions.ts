import { useContext } from 'react';
import { WalletActionsContext, type WalletActions } from './wallet-context';

/** What a visitor can do about their wallet. */
export function useWalletActions(): WalletActions {
  return useContext(WalletActionsContext);
}
