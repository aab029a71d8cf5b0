import { useCallback } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { Session, SignInRequestBody, SignInResponse } from '@backend/session/session.schema';
import { LEADERBOARD } from '@/features/leaderboard/use-leaderboard';
import { referralStatsOf } from '@/features/referral/use-referral-stats';
import { toQuery, type Query } from '@/lib/query';
import { closeSession, openSession } from './session-api';

/** Query key of the session of this browser. */
export const SESSION = '/api/session';

/** Who is signed in in this browser. Asked only while a wallet is connected; asking is the daily check-in. */
export function useSession(wallet: string | null): Query<Session> {
  return toQuery(useSWR<Session, Error>(wallet === null ? null : SESSION));
}

/** Signs in with what the wallet signed, and has the screens show what that changed. */
export function useSignIn(): (signed: SignInRequestBody) => Promise<SignInResponse> {
  const { mutate } = useSWRConfig();
  return useCallback(
    async (signed) => {
      const session = await openSession(signed);
      void mutate<Session>(SESSION, session, { revalidate: false });
      void mutate(LEADERBOARD);
      void mutate(referralStatsOf(session.wallet));
      return session;
    },
    [mutate],
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
