import { useCallback } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { Session } from '@backend/session/session.schema';
import type { SignInRequestBody, SignInResponse } from '@backend/sign-in/sign-in.schema';
import { forgetReferrer } from '@/features/referral/referrer-memory';
import { useRefreshStanding } from '@/features/referral/use-refresh-standing';
import { toQuery, type Query } from '@/lib/query';
import { closeSession, openSession, SESSION } from './session-api';

/** Who is signed in in this browser. Asked only while a wallet is connected; asking is the daily check-in. */
export function useSession(wallet: string | null): Query<Session> {
  return toQuery(useSWR<Session, Error>(wallet === null ? null : SESSION));
}

/**
 * Signs in with what the wallet signed, and has the screens show what that changed. A session that a disconnect has
 * overtaken is ended, and null is returned.
 */
export function useSignIn(): (
  signed: SignInRequestBody,
  isConnected: () => boolean,
) => Promise<SignInResponse | null> {
  const { mutate } = useSWRConfig();
  const refreshStanding = useRefreshStanding();
  return useCallback(
    async (signed, isConnected) => {
      const session = await openSession(signed);
      if (!isConnected()) {
        await closeSession();
        return null;
      }
      if (session.referral?.status === 'proven') forgetReferrer(session.referral.referrer);
      void mutate<Session>(SESSION, session, { revalidate: false });
      refreshStanding(session.wallet);
      return session;
    },
    [mutate, refreshStanding],
  );
}

/** Signs out, here at once and on the server as soon as it hears of it. */
export function useSignOut(): () => void {
  const { mutate } = useSWRConfig();
  return useCallback(() => {
    void mutate<Session>(SESSION, { wallet: null, expiresAt: null }, { revalidate: false });
    closeSession().catch((error: unknown) => console.error('Not signed out', error));
  }, [mutate]);
}
