import { useWallet } from '@solana/wallet-adapter-react';
import { useCallback, useContext, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { askPhantom } from './ask-phantom';
import type { AttemptKind } from './attempt-kind';
import { openInPhantom, openPhantomDownload } from './get-phantom';
import { isPhantomInstalled, isPhoneOutsidePhantom } from './phantom';
import { isWalletRemembered } from './remembered-wallet';
import { showConnectFailure } from './show-connect-failure';
import { useWalletState } from './use-wallet-state';
import {
  LoadWalletContext,
  useWalletDispatch,
  WalletActionsContext,
  type WalletActions,
} from './wallet-context';
import type { Connecting } from './wallet-state';

/**
 * Puts to Phantom what the visitor asks of their wallet, and has the wallet's code loaded, which then
 * carries it out. Whoever was connected before need not ask.
 */
export function WalletActionsProvider({ children }: { readonly children: ReactNode }) {
  const { status } = useWalletState();
  const dispatch = useWalletDispatch();
  const load = useContext(LoadWalletContext);
  const { select } = useWallet();
  const asking = useRef(false);

  const carryOut = useCallback(
    (kind: AttemptKind) => {
      load().catch((error: unknown) => {
        dispatch({ type: 'gave-up' });
        if (kind === 'click') showConnectFailure(error);
      });
    },
    [dispatch, load],
  );

  useEffect(() => {
    if (!isWalletRemembered()) return;
    dispatch({ type: 'reconnecting' });
    carryOut('silent');
  }, [dispatch, carryOut]);

  useEffect(() => {
    /** A prompt does not outlive the page that asked, though the browser may bring that page back as it was. */
    function forgetPrompt({ persisted }: PageTransitionEvent): void {
      if (!persisted) return;
      asking.current = false;
      dispatch({ type: 'gave-up' });
    }
    addEventListener('pageshow', forgetPrompt);
    return () => removeEventListener('pageshow', forgetPrompt);
  }, [dispatch]);

  const actions = useMemo<WalletActions>(() => {
    function ask(): void {
      if (asking.current) return;
      asking.current = true;
      const from = window.location.pathname;
      const answer: Connecting['answer'] = askPhantom(() => {
        dispatch({ type: 'asked', answer });
        carryOut('click');
      });
      dispatch({ type: 'connecting', stage: 'challenge', from, answer });
      // Whoever declines before the wallet's code is there hears of it when it is.
      answer
        .catch(() => undefined)
        .finally(() => {
          asking.current = false;
        });
    }

    function leadToPhantom(): void {
      if (isPhoneOutsidePhantom(navigator)) openInPhantom(dispatch);
      else showConnectFailure(openPhantomDownload());
    }

    return {
      connect: () => {
        if (status !== 'disconnected' && status !== 'reconnecting') return;
        if (isPhantomInstalled()) ask();
        else leadToPhantom();
      },
      disconnect: () => {
        dispatch({ type: 'disconnected' });
        select(null);
      },
      refreshBalances: () => dispatch({ type: 'balances-requested' }),
    };
  }, [status, carryOut, dispatch, select]);

  return <WalletActionsContext value={actions}>{children}</WalletActionsContext>;
}
