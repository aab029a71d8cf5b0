import type {
  Challenge,
  SignInInput,
  SignInRequestBody,
  SignInResponse,
} from '@backend/session/session.schema';

const TIMEOUT_MS = 10_000;

const SESSION = '/api/session';

/**
 * Asks the server what the wallet is to sign.
 *
 * @param referrer wallet whose referral link brought the visitor, or null; the signature then names it
 * @throws Error when the server cannot be asked or does not answer with a challenge
 */
export async function requestChallenge(referrer: string | null): Promise<SignInInput> {
  const response = await send(
    'POST',
    `${SESSION}/challenge`,
    referrer === null ? {} : { referrer },
  );
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
  await send('DELETE', SESSION);
}

async function send(method: string, address: string, body?: object): Promise<Response> {
  const response = await fetch(address, {
    method,
    credentials: 'include',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return response;
}

/** The server builds its answers from the same types: they are not checked a second time here. */
function answerOf<T>(response: Response): Promise<T> {
  return response.json() as Promise<T>;
}
