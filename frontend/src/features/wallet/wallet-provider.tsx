import { useReducer, type ReactNode } from 'react';
import { WalletActionsProvider } from './wallet-actions-provider';
import { WalletBridge } from './wallet-bridge';
import { WalletDispatchContext, WalletStateContext } from './wallet-context';
import { DISCONNECTED, walletReducer } from './wallet-state';

/** The visitor's wallet, for everything inside. */
export function WalletProvider({ children }: { readonly children: ReactNode }) {
  const [state, dispatch] = useReducer(walletReducer, DISCONNECTED);
  return (
    <WalletDispatchContext value={dispatch}>
      <WalletStateContext value={state}>
        <WalletBridge>
          <WalletActionsProvider>{children}</WalletActionsProvider>
        </WalletBridge>
      </WalletStateContext>
    </WalletDispatchContext>
  );
}
