import { useConnection, useWallet } from '@solana/wallet-adapter-react';
import { useCallback, useEffect } from 'react';
import { useSettings } from '@/config/use-settings';
import { readBalances } from './read-balances';
import { useWalletState } from './use-wallet-state';
import { useWalletDispatch } from './wallet-context';

/** How often the balances of a connected wallet are read, in ms (specification, section 9). */
const REFRESH_MS = 30_000;

/** Reads the balances of the connected wallet whenever they are wanted, and every 30 s. Renders nothing. */
export function BalanceRefresh(): null {
  const { connection } = useConnection();
  const { publicKey } = useWallet();
  const { tokenMint } = useSettings();
  const state = useWalletState();
  const dispatch = useWalletDispatch();
  const connected = state.status === 'connected' && publicKey?.toBase58() === state.address;
  const wanted = connected && state.balances === 'loading';

  const refresh = useCallback(async () => {
    if (publicKey === null) return;
    const balances = await readBalances(connection, publicKey, tokenMint);
    dispatch({ type: 'balances-read', address: publicKey.toBase58(), balances });
  }, [connection, publicKey, tokenMint, dispatch]);

  useEffect(() => {
    if (wanted) void refresh();
  }, [wanted, refresh]);

  useEffect(() => {
    if (!connected) return;
    const timer = setInterval(() => void refresh(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [connected, refresh]);

  return null;
}
