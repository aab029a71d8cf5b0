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
 * @throws what `request` throws: an ApiError when the server does not accept it; the challenge is spent then
 */
export function openSession(signed: SignInRequestBody): Promise<SignInResponse> {
  return requestJson(SESSION, { method: 'POST', body: signed });
}

/** Signs this browser out. */
export async function closeSession(): Promise<void> {
  await request(SESSION, { method: 'DELETE' });
}
