import { useWallet } from '@solana/wallet-adapter-react';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useSession, useSignOut } from '@/features/session/use-session';
import { openInPhantom, openPhantomDownload } from './get-phantom';
import { isPhantomInstalled, isPhoneOutsidePhantom } from './phantom';
import { isWalletRemembered } from './remembered-wallet';
import { useConnectAttempt } from './use-connect-attempt';
import { useWalletState } from './use-wallet-state';
import { WalletActionsContext, useWalletDispatch, type WalletActions } from './wallet-context';
import { useWalletRuntime } from './wallet-runtime-context';

/** Carries out what the visitor asks of their wallet, and follows what the wallet does by itself. */
export function WalletConnector({ children }: { readonly children: ReactNode }) {
  const { status } = useWalletState();
  const dispatch = useWalletDispatch();
  const { load } = useWalletRuntime();
  const { connected, publicKey, select } = useWallet();
  const { attempt, fail } = useConnectAttempt();
  const address = connected && publicKey ? publicKey.toBase58() : null;

  useEffect(() => {
    dispatch(address === null ? { type: 'disconnected' } : { type: 'connected', address });
  }, [address, dispatch]);

  useSession(address);
  const signOut = useSignOut();
  const lastAddress = useRef(address);
  useEffect(() => {
    if (lastAddress.current !== null && address === null) signOut();
    lastAddress.current = address;
  }, [address, signOut]);

  useEffect(() => {
    if (isWalletRemembered()) attempt('silent');
  }, [attempt]);

  const actions = useMemo<WalletActions>(() => {
    function leadToPhantom(): void {
      if (isPhoneOutsidePhantom(navigator)) openInPhantom(dispatch);
      else fail('click', openPhantomDownload());
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
  }, [status, attempt, fail, dispatch, select, load]);

  return <WalletActionsContext value={actions}>{children}</WalletActionsContext>;
}
