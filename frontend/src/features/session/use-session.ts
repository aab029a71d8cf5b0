import { useEffect, useEffectEvent, useRef } from 'react';
import useSWR, { mutate, type SWRResponse } from 'swr';
import type { CheckedIn, Session } from '@backend/session/session.schema';
import type { SignInRequestBody, SignInResponse } from '@backend/sign-in/sign-in.schema';
import { rememberReceipt } from '@/features/referral/receipts';
import type { KnownReferral } from '@/features/referral/referrer-memory';
import { refreshStats } from '@/features/referral/use-referral-stats';
import { ApiError, fetcherOf, request, requestJson } from '@/lib/api';
import { count, objectOf, oneOf, orNull, parseJson, text } from '@/lib/check';
import { useInterval } from '@/lib/use-interval';
import { useReturn } from '@/lib/use-return';

const SESSION = '/api/session';

const CHECK_IN = `${SESSION}/check-in`;

const CREATED = 201;

const DAY_CHECK_MS = 60_000;

export type KnownSession = Pick<Session, 'wallet'>;

export const sessionAnswer = objectOf<KnownSession>({ wallet: orNull(text) });

const checkInAnswer = objectOf<Pick<CheckedIn, 'day'>>({ day: text });

export type KnownSignIn = Pick<SignInResponse, 'wallet' | 'referral'>;

export const signInAnswer = (wallet: string) =>
  objectOf<KnownSignIn>({
    wallet: oneOf(wallet),
    referral: orNull(
      objectOf<KnownReferral>(
        {
          referrer: text,
          status: oneOf('claimed', 'proven'),
          credited: oneOf(true, false),
          logIndex: count,
        },
        'logIndex',
      ),
    ),
  });

const SIGNED_OUT: KnownSession = { wallet: null };

const UNAUTHORIZED = 401;

/** `cookies`: the server says to allow cookies. `reason`: the server's own reason. `failed`: anything else. */
export type Failure = 'cookies' | 'failed' | { readonly reason: string };

export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.status === UNAUTHORIZED && error.message.includes('cookies')) return 'cookies';
  return error.reason === null ? 'failed' : { reason: error.reason };
}

/** Refetches the session after a 401: for example, the visitor may have signed out in another tab. */
export function recheckSession(error: unknown): void {
  if (error instanceof ApiError && error.status === UNAUTHORIZED) void mutate(SESSION);
}

/**
 * Fetches the session of this browser, and refetches a loaded session when the visitor returns. A sign-in that starts
 * before the session has loaded prolongs the loading.
 */
export function useSession(): SWRResponse<KnownSession, Error> {
  const session = useSWR<KnownSession, Error>(SESSION, fetcherOf(sessionAnswer));
  const { data, error, isLoading, mutate } = session;
  useReturn(() => {
    if (data) void mutate();
  });
  return { ...session, isLoading: isLoading || (data === undefined && error === undefined) };
}

/**
 * Sends a check-in for the signed-in wallet. Repeats it when the UTC day is not the day in the server's answer, and when
 * the visitor returns after a failed check-in. The client's clock may be wrong by days, so the server's counts.
 */
export function useCheckIn(wallet: string | null): void {
  const lastRef = useRef({ day: '', failed: false });
  /** Time in ms by which the server's clock is ahead of the client's. */
  const aheadRef = useRef(0);
  const utcDay = (): string => new Date(Date.now() + aheadRef.current).toISOString().slice(0, 10);

  function checkIn(): void {
    if (wallet === null) return;
    const sent = { day: utcDay(), failed: false };
    lastRef.current = sent;
    request(CHECK_IN, { method: 'POST' })
      .then(async (response) => {
        if (response.status === CREATED) refreshStats(wallet);
        aheadRef.current = Date.parse(response.headers.get('Date') ?? '') - Date.now() || 0;
        sent.day = (checkInAnswer(parseJson(await response.text())) ?? sent).day;
      })
      .catch((error: unknown) => {
        sent.failed = true;
        console.error('Not checked in', error);
        recheckSession(error);
      });
  }

  function look(isReturn: boolean): void {
    const { day, failed } = lastRef.current;
    if (day !== utcDay() || (isReturn && failed)) checkIn();
  }

  useReturn(() => look(true));
  useInterval(() => look(false), DAY_CHECK_MS);

  const onWallet = useEffectEvent(checkIn);
  useEffect(() => onWallet(), [wallet]);
}

/** Signs in. If the sign-in is no longer wanted when the server answers, ends the session and returns null. */
export async function signIn(
  signed: SignInRequestBody,
  isWanted: () => boolean,
): Promise<KnownSignIn | null> {
  const opening = inTurn(async () => {
    const opened = await requestJson(SESSION, signInAnswer(signed.publicKey), {
      method: 'POST',
      body: signed,
    });
    const { wallet, referral } = opened;
    if (referral?.logIndex !== undefined) {
      rememberReceipt({ wallet, logIndex: referral.logIndex, signature: signed.signature });
    }
    if (isWanted()) return opened;
    await endSession();
    return null;
  });
  // Discards the answer to a session query that is under way, since it may be stale.
  mutate<KnownSession>(
    SESSION,
    opening.then((session) => session ?? SIGNED_OUT),
    { revalidate: false },
  ).catch(() => mutate(SESSION));
  const session = await opening;
  if (session === null) return null;
  refreshStats(session.wallet);
  return session;
}

/** Signs out in this page at once, then on the server. */
export function signOut(): void {
  void mutate<KnownSession>(SESSION, SIGNED_OUT, { revalidate: false });
  inTurn(endSession).catch((error: unknown) => console.error('Not signed out', error));
}

function endSession(): Promise<Response> {
  return request(SESSION, { method: 'DELETE' });
}

let lastChange: Promise<unknown> = Promise.resolve();

/** Runs changes of the session one after the other, because all use the same cookie. */
function inTurn<T>(change: () => Promise<T>): Promise<T> {
  const changed = lastChange.then(change);
  lastChange = changed.catch(() => undefined);
  return changed;
}
