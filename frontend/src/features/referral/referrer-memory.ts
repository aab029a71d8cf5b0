import { referrerOf } from '@backend/shared/referral-link';
import type { SignInResponse } from '@backend/sign-in/sign-in.schema';
import type { Known } from '@/lib/check';
import { browserStorage, tabStorage } from '@/lib/storage';
import { popLink } from './opened-link';

const REFERRER = 'pyramidion.referrer';

/** The referral in the answer to a sign-in. */
export type KnownReferral = Known<NonNullable<SignInResponse['referral']>, 'referrer'>;

/** Key prefix; the recruit's address follows. */
const ANSWERED = 'pyramidion.referrer.answered.';
const DECLINED = 'pyramidion.declined.';

/**
 * Remembers the referrer of the opened link for the tab's session, until it is proven or another link replaces it. A link
 * without a wallet replaces nothing.
 */
export function rememberReferrer(): void {
  const referrer = referrerOf(popLink());
  if (referrer !== null) tabStorage.write(REFERRER, referrer);
}

/** The wallet whose referral link opened this tab, or null. */
export function rememberedReferrer(): string | null {
  return tabStorage.read(REFERRER);
}

/** Forgets the referrer once a sign-in has proven it. */
export function forgetProven(referral: KnownReferral | null | undefined): void {
  if (referral?.status === 'proven' && referral.referrer === rememberedReferrer()) {
    tabStorage.remove(REFERRER);
  }
}

/** Notes that the server has answered a claim, so that a silent reconnect does not send it again. */
export function noteAnswered(referrer: string, recruit: string): void {
  tabStorage.write(ANSWERED + recruit, referrer);
}

/** True if the server has answered this claim in this tab. */
export function isAnswered(referrer: string, recruit: string): boolean {
  return tabStorage.read(ANSWERED + recruit) === referrer;
}

/** Notes that the visitor has declined a referrer's claim. Only a signed-in wallet can tell the server. */
export function declineReferrer(referrer: string, recruit: string): void {
  browserStorage.write(DECLINED + recruit, referrer);
}

/** True if the visitor has declined this referrer. */
export function isDeclined(referrer: string, recruit: string): boolean {
  return browserStorage.read(DECLINED + recruit) === referrer;
}
