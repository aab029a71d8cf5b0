import type {
  Challenge,
  SignInInput,
  SignInRequestBody,
  SignInResponse,
} from '@backend/sign-in/sign-in.schema';
import { ApiError, request, requestJson } from '@/lib/api';

/** Address of this browser's session, and its query key. */
export const SESSION = '/api/session';

const BAD_REQUEST = 400;

/**
 * Asks the server what the wallet is to sign. A referral link that names no wallet is left out of it.
 *
 * @param referrer who the visitor's referral link names, or null; the signature then names them too
 * @throws what `request` throws
 */
export async function requestChallenge(referrer: string | null): Promise<SignInInput> {
  const body = referrer === null ? {} : { referrer };
  try {
    return (await requestJson<Challenge>(`${SESSION}/challenge`, { method: 'POST', body })).input;
  } catch (error) {
    const namesNoWallet = error instanceof ApiError && error.status === BAD_REQUEST;
    if (namesNoWallet && referrer !== null) return requestChallenge(null);
    throw error;
  }
}

/**
 * Hands in what the wallet signed.
 *
 * @param isWanted whether the session still is when the server has answered
 * @returns null for a session that was not wanted any more, and is ended
 * @throws what `request` throws: an ApiError when the server does not accept it; the challenge is spent then
 */
export function openSession(
  signed: SignInRequestBody,
  isWanted: () => boolean,
): Promise<SignInResponse | null> {
  return inTurn(async () => {
    const session = await requestJson<SignInResponse>(SESSION, { method: 'POST', body: signed });
    if (isWanted()) return session;
    await request(SESSION, { method: 'DELETE' });
    return null;
  });
}

/** Signs this browser out. */
export function closeSession(): Promise<unknown> {
  return inTurn(() => request(SESSION, { method: 'DELETE' }));
}

let lastChange: Promise<unknown> = Promise.resolve();

/** All sessions of a browser share its one cookie: what ends one must not meet the next one there. */
function inTurn<T>(change: () => Promise<T>): Promise<T> {
  const changed = lastChange.then(change);
  lastChange = changed.catch(() => undefined);
  return changed;
}
