import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { startWallet } from '@/features/wallet/wallet-store';

/** Comes with the wallet's code, which is there when a wallet has connected. */
function loadFlow() {
  return import(/* webpackChunkName: "wallet" */ './welcome');
}

/**
 * What wallet, session and referral do together: the wallet that has connected is signed in and welcomed, and signed
 * out at the end.
 */
export function Connecting(): null {
  const navigate = useNavigate();
  const goTo = useEffectEvent(async (path: string) => navigate(path));

  useEffect(
    () =>
      startWallet({
        connected: async (connection) =>
          (await loadFlow()).welcome(connection, (path) => goTo(path)),
        disconnected: async () => (await loadFlow()).farewell(),
      }),
    [],
  );

  return null;
}
