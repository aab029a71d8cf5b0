import { useEffect } from 'react';
import { mutate } from 'swr';
import type { Session } from '@backend/session/session.schema';
import type { SignInRequestBody, SignInResponse } from '@backend/sign-in/sign-in.schema';
import { declineClaim } from '@/features/referral/claim-referral';
import { rememberReceipt } from '@/features/referral/receipts';
import type { KnownReferral } from '@/features/referral/referrer-memory';
import { refreshStats } from '@/features/referral/use-referral-stats';
import { ApiError, request, requestJson } from '@/lib/api';
import { useQuery, type Query } from '@/lib/query';
import { count, objectOf, oneOf, orNull, text } from '@/lib/check';
import { createStore } from '@/lib/store';
import { useStore } from '@/lib/use-store';

/** Address of this browser's session, and its query key. */
const SESSION = '/api/session';

const CHECK_IN = `${SESSION}/check-in`;

const CREATED = 201;

/** The fields of the session that the page reads. */
export type KnownSession = Pick<Session, 'wallet'>;

export const sessionAnswer = objectOf<KnownSession>({ wallet: orNull(text) }, {});

/** The fields of a sign-in's answer that the page reads. */
export interface KnownSignIn extends Pick<SignInResponse, 'wallet'> {
  readonly referral?: KnownReferral | null;
}

export const signInAnswer = (wallet: string) =>
  objectOf<KnownSignIn, 'wallet'>(
    { wallet: oneOf(wallet) },
    {
      referral: orNull(
        objectOf<KnownReferral, 'referrer'>(
          { referrer: text },
          { status: oneOf('claimed', 'proven'), credited: oneOf(true, false), logIndex: count },
        ),
      ),
    },
  );

const SIGNED_OUT: KnownSession = { wallet: null };

const UNAUTHORIZED = 401;

/**
 * Why the server did not sign the wallet in, or did not decline a claim: the browser refuses cookies, the server's own
 * sentence, or another reason.
 */
export type Failure = 'cookies' | 'failed' | { readonly reason: string };

const failure = createStore<Failure | null>(null);

/** Returns why the last sign-in or decline failed; null if none did. */
export function useFailure(): Failure | null {
  return useStore(failure);
}

/** Returns the reason of a failed request. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return 'failed';
  const isWithoutCookies = error.status === UNAUTHORIZED && error.message.includes('cookies');
  if (isWithoutCookies) return 'cookies';
  return error.reason === null ? 'failed' : { reason: error.reason };
}

/** Refetches the session if the server has answered that nobody is signed in: it ended elsewhere, or was revoked. */
function recheck(error: unknown): void {
  if (error instanceof ApiError && error.status === UNAUTHORIZED) void mutate(SESSION);
}

/**
 * Declines the claim on the signed-in wallet, and updates the screens.
 * @returns false after a failure, whose reason comes from `useFailure`
 */
export async function decline(wallet: string): Promise<boolean> {
  failure.set(null);
  try {
    await declineClaim(wallet);
    refreshStats(wallet);
    return true;
  } catch (error) {
    console.error('The claim was not declined', error);
    failure.set(failureOf(error));
    recheck(error);
    return false;
  }
}

/** Returns the session of this browser; loading during a sign-in. Fetched only while a wallet is connected. */
export function useSession(wallet: string | null): Query<KnownSession> {
  const session = useQuery(wallet === null ? null : SESSION, sessionAnswer);
  const isUnknown = wallet !== null && session.data === undefined && !session.isError;
  return { ...session, loading: session.loading || isUnknown };
}

/**
 * Checks the signed-in wallet in when its dashboard opens. The first check-in of a UTC day changes the stats, so they
 * are refetched.
 */
export function useCheckIn({ data }: Query<KnownSession>): void {
  const wallet = data?.wallet ?? null;

  useEffect(() => {
    if (wallet === null) return;
    request(CHECK_IN, { method: 'POST' }).then(
      ({ status }) => {
        if (status === CREATED) refreshStats(wallet);
      },
      (error: unknown) => {
        console.error('Not checked in', error);
        recheck(error);
      },
    );
  }, [wallet]);
}

/**
 * Signs in with a signed message and updates the screens.
 *
 * @param isWanted false once the visitor has disconnected
 * @returns null if the visitor disconnected meanwhile; the session is then ended
 * @throws what `request` throws; an ApiError means that the server rejected the signature and that the challenge is
 * used up
 */
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
  // Mark as loading, so that the stale session is not shown.
  mutate<KnownSession>(
    SESSION,
    opening.then((session) => session ?? SIGNED_OUT),
    { revalidate: false },
  ).catch(() => mutate(SESSION));
  failure.set(null);
  const session = await opening.catch((error: unknown) => {
    if (isWanted()) failure.set(failureOf(error));
    throw error;
  });
  if (session === null) return null;
  refreshStats(session.wallet);
  return session;
}

/** Signs out: first in this page, then on the server. */
export function signOut(): void {
  failure.set(null);
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
