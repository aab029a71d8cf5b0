import { mutate } from 'swr';
import type { Session } from '@backend/session/session.schema';
import type { SignInRequestBody, SignInResponse } from '@backend/sign-in/sign-in.schema';
import { forgetReferrer } from '@/features/referral/referrer-memory';
import { refreshStats } from '@/features/referral/use-referral-stats';
import { useQuery, type Query } from '@/lib/query';
import { closeSession, openSession, SESSION } from './session-api';

/** Who is signed in in this browser. Asked only while a wallet is connected; asking is the daily check-in. */
export function useSession(wallet: string | null): Query<Session> {
  return useQuery(wallet === null ? null : SESSION);
}

/**
 * Signs in with what the wallet signed, and has the screens show what that changed.
 *
 * @param isWanted whether it still is when the server has answered, as it is not once a disconnect has overtaken it
 * @returns null when it is not wanted any more, and ended
 * @throws what `request` throws
 */
export async function signIn(
  signed: SignInRequestBody,
  isWanted: () => boolean,
): Promise<SignInResponse | null> {
  const session = await openSession(signed, isWanted);
  if (session === null) return null;
  if (session.referral?.status === 'proven') forgetReferrer(session.referral.referrer);
  void mutate<Session>(SESSION, session, { revalidate: false });
  refreshStats(session.wallet);
  return session;
}

/** Signs out, here at once and on the server as soon as it hears of it. */
export function signOut(): void {
  void mutate<Session>(SESSION, { wallet: null, expiresAt: null }, { revalidate: false });
  closeSession().catch((error: unknown) => console.error('Not signed out', error));
}
