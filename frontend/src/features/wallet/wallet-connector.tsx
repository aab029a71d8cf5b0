import { useWallet } from '@solana/wallet-adapter-react';
import { useEffect, useRef } from 'react';
import { useSession, useSignOut } from '@/features/session/use-session';
import { forgetWallet, rememberWallet } from './remembered-wallet';
import { useConnectAttempt } from './use-connect-attempt';
import { useWalletDispatch } from './wallet-context';

/** Carries out the attempts to connect, and follows what the wallet does by itself. Renders nothing. */
export function WalletConnector(): null {
  const dispatch = useWalletDispatch();
  const { connected, publicKey } = useWallet();
  const address = connected && publicKey ? publicKey.toBase58() : null;

  useConnectAttempt();

  useEffect(() => {
    dispatch(address === null ? { type: 'disconnected' } : { type: 'connected', address });
  }, [address, dispatch]);

  useSession(address);
  const signOut = useSignOut();
  const lastAddress = useRef(address);
  useEffect(() => {
    if (address !== null) rememberWallet();
    else if (lastAddress.current !== null) {
      forgetWallet();
      signOut();
    }
    lastAddress.current = address;
  }, [address, signOut]);

  return null;
}
