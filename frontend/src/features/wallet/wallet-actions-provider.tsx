import { useWallet } from '@solana/wallet-adapter-react';
import { useCallback, useContext, useEffect, useMemo, type ReactNode } from 'react';
import type { AttemptKind } from './attempt-kind';
import { openInPhantom, openPhantomDownload } from './get-phantom';
import { isPhantomInstalled, isPhoneOutsidePhantom } from './phantom';
import { isPhantomBrowser } from './phantom-identity';
import { isWalletRemembered } from './remembered-wallet';
import { showConnectFailure } from './show-connect-failure';
import { useWalletState } from './use-wallet-state';
import {
  LoadWalletContext,
  useWalletDispatch,
  WalletActionsContext,
  type WalletActions,
} from './wallet-context';

/**
 * Takes down what the visitor asks of their wallet and has its code loaded, which then carries it out.
 * Whoever was connected before, or came in Phantom's own browser, need not ask.
 */
export function WalletActionsProvider({ children }: { readonly children: ReactNode }) {
  const { status } = useWalletState();
  const dispatch = useWalletDispatch();
  const load = useContext(LoadWalletContext);
  const { select } = useWallet();

  const attempt = useCallback(
    (kind: AttemptKind) => {
      dispatch({ type: kind === 'click' ? 'connecting' : 'reconnecting' });
      load().catch((error: unknown) => {
        dispatch({ type: 'gave-up' });
        if (kind === 'click') showConnectFailure(error);
      });
    },
    [dispatch, load],
  );

  useEffect(() => {
    if (isWalletRemembered()) attempt('silent');
    else if (isPhantomBrowser(navigator.userAgent)) load().catch(() => undefined);
  }, [attempt, load]);

  const actions = useMemo<WalletActions>(() => {
    function leadToPhantom(): void {
      if (isPhoneOutsidePhantom(navigator)) openInPhantom(dispatch);
      else showConnectFailure(openPhantomDownload());
    }

    return {
      connect: () => {
        if (status !== 'disconnected' && status !== 'reconnecting') return;
        if (isPhantomInstalled()) attempt('click');
        else leadToPhantom();
      },
      disconnect: () => {
        dispatch({ type: 'disconnected' });
        select(null);
      },
      refreshBalances: () => dispatch({ type: 'balances-requested' }),
      prepare: () => void load().catch(() => undefined),
    };
  }, [status, attempt, dispatch, select, load]);

  return <WalletActionsContext value={actions}>{children}</WalletActionsContext>;
}
