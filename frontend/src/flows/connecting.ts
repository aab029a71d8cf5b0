import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { startWallet } from '@/features/wallet/wallet-store';
import { farewell, welcome } from './welcome';

/** Starts the wallet. Signs in when it connects, and out when it disconnects. */
export function Connecting(): null {
  const navigate = useNavigate();
  const goTo = useEffectEvent(async (path: string) => navigate(path));

  useEffect(
    () =>
      startWallet({
        connected: (connection) => welcome(connection, (path) => goTo(path)),
        disconnected: farewell,
      }),
    [],
  );

  return null;
}
