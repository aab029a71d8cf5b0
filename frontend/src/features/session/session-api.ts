import type {
  Challenge,
  SignInInput,
  SignInRequestBody,
  SignInResponse,
} from '@backend/session/session.schema';

const TIMEOUT_MS = 10_000;

/** Address of this browser's session, and its query key. */
export const SESSION = '/api/session';

const CHALLENGE = `${SESSION}/challenge`;

const BAD_REQUEST = 400;

/**
 * Asks the server what the wallet is to sign. A referral link that names no wallet is left out of it.
 *
 * @param referrer who the visitor's referral link names, or null; the signature then names them too
 * @throws Error when the server cannot be asked or does not answer with a challenge
 */
export async function requestChallenge(referrer: string | null): Promise<SignInInput> {
  const response = await send('POST', CHALLENGE, referrer === null ? {} : { referrer });
  if (response.status === BAD_REQUEST && referrer !== null) return requestChallenge(null);
  return (await answerOf<Challenge>(response)).input;
}

/**
 * Hands in what the wallet signed.
 *
 * @throws Error when the server does not accept it; the challenge is spent then
 */
export async function openSession(signed: SignInRequestBody): Promise<SignInResponse> {
  return answerOf<SignInResponse>(await send('POST', SESSION, signed));
}

/** Signs this browser out. */
export async function closeSession(): Promise<void> {
  await expectSuccess(await send('DELETE', SESSION));
}

function send(method: string, address: string, body?: object): Promise<Response> {
  return fetch(address, {
    method,
    credentials: 'include',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
}

/** The server builds its answers from the same types: they are not checked a second time here. */
async function answerOf<T>(response: Response): Promise<T> {
  await expectSuccess(response);
  return response.json() as Promise<T>;
}

async function expectSuccess(response: Response): Promise<void> {
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
}
