import { mutate } from 'swr';
import type { Session } from '@backend/session/session.schema';
import type { SignInRequestBody, SignInResponse } from '@backend/sign-in/sign-in.schema';
import { forgetReferrer } from '@/features/referral/referrer-memory';
import { refreshStats } from '@/features/referral/use-referral-stats';
import { request, requestJson } from '@/lib/api';
import { useQuery, type Query } from '@/lib/query';
import { isText, oneOf, orNull, shapeOf } from '@/lib/shape';

/** Address of this browser's session, and its query key. */
const SESSION = '/api/session';

const isSession = shapeOf<Session>({ wallet: orNull(isText), expiresAt: orNull(isText) });

const isSessionOf = (wallet: string) =>
  shapeOf<SignInResponse>({
    wallet: oneOf(wallet),
    expiresAt: isText,
    referral: orNull(
      shapeOf<NonNullable<SignInResponse['referral']>>({
        referrer: isText,
        status: oneOf('claimed', 'proven'),
        credited: oneOf(true, false),
      }),
    ),
  });

/** Who is signed in in this browser. Asked only while a wallet is connected; asking is the daily check-in. */
export function useSession(wallet: string | null): Query<Session> {
  return useQuery(wallet === null ? null : SESSION, isSession);
}

/**
 * Signs in with what the wallet signed, and has the screens show what that changed.
 *
 * @param isWanted whether it still is when the server has answered, as it is not once a disconnect has overtaken it
 * @returns null when it is not wanted any more, and ended
 * @throws what `request` throws: an ApiError when the server does not accept it; the challenge is spent then
 */
export async function signIn(
  signed: SignInRequestBody,
  isWanted: () => boolean,
): Promise<SignInResponse | null> {
  const session = await inTurn(async () => {
    const opened = await requestJson(SESSION, isSessionOf(signed.publicKey), {
      method: 'POST',
      body: signed,
    });
    if (isWanted()) return opened;
    await endSession();
    return null;
  });
  if (session === null) return null;
  if (session.referral?.status === 'proven') forgetReferrer(session.referral.referrer);
  void mutate<Session>(SESSION, session, { revalidate: false });
  refreshStats(session.wallet);
  return session;
}

/** Signs out, here at once and on the server as soon as it hears of it. */
export function signOut(): void {
  void mutate<Session>(SESSION, { wallet: null, expiresAt: null }, { revalidate: false });
  inTurn(endSession).catch((error: unknown) => console.error('Not signed out', error));
}

function endSession(): Promise<Response> {
  return request(SESSION, { method: 'DELETE' });
}

let lastChange: Promise<unknown> = Promise.resolve();

/** All sessions of a browser share its one cookie: what ends one must not meet the next one there. */
function inTurn<T>(change: () => Promise<T>): Promise<T> {
  const changed = lastChange.then(change);
  lastChange = changed.catch(() => undefined);
  return changed;
}
