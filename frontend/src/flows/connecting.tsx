import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { rememberedReferrer } from '@/features/referral/referrer-memory';
import { requestChallenge } from '@/features/session/session-api';
import { startWallet, useWalletState } from '@/features/wallet/wallet-store';

/** Comes with the wallet's code, which is there when a wallet has connected. */
function loadWelcome() {
  return import(/* webpackChunkName: "wallet" */ './welcome');
}

const CheckIn = lazy(async () => ({ default: (await loadWelcome()).CheckIn }));

/**
 * What wallet, session and referral do together: the visitor's link is in what Phantom has signed, the wallet that has
 * connected is signed in and welcomed, and signed out at the end. Renders nothing.
 */
export function Connecting() {
  const wallet = useWalletState();
  const navigate = useNavigate();
  const goTo = useEffectEvent(async (path: string) => navigate(path));

  useEffect(
    () =>
      startWallet({
        challenge: () => requestChallenge(rememberedReferrer()),
        referrer: rememberedReferrer,
        connected: async (connection) => {
          const { welcome } = await loadWelcome();
          await welcome(connection, (path) => goTo(path));
        },
        disconnected: async () => {
          const { signOut } = await import(
            /* webpackChunkName: "wallet" */ '@/features/session/use-session'
          );
          signOut();
        },
      }),
    [],
  );

  if (wallet.status !== 'connected') return null;
  return (
    <Suspense>
      <CheckIn wallet={wallet.address} />
    </Suspense>
  );
}
