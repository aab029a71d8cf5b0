import { referrerOf } from '@backend/shared/referral-link';
import type { SignInResponse } from '@backend/sign-in/sign-in.schema';
import type { Known } from '@/lib/check';
import { browserStorage, tabStorage } from '@/lib/storage';
import { popLink } from './opened-link';

const REFERRER = 'pyramidion.referrer';

/** What the page reads of a referral that a sign-in has answered with. */
export type KnownReferral = Known<NonNullable<SignInResponse['referral']>, 'referrer'>;

/** Of each recruit, whose address follows. */
const ANSWERED = 'pyramidion.referrer.answered.';
const DECLINED = 'pyramidion.declined.';

/**
 * Remembers the wallet that the opened link names for the tab's session, so that it still counts after looking around:
 * until it is proven or another link replaces it. A link that names no wallet replaces none.
 */
export function rememberReferrer(): void {
  const referrer = referrerOf(popLink());
  if (referrer !== null) tabStorage.write(REFERRER, referrer);
}

/** The wallet whose referral link opened this tab, or null. */
export function rememberedReferrer(): string | null {
  return tabStorage.read(REFERRER);
}

/** Forgets the referrer whom a sign-in has proven: their link has done its work. */
export function forgetProven(referral: KnownReferral | null | undefined): void {
  if (referral?.status === 'proven' && referral.referrer === rememberedReferrer()) {
    tabStorage.remove(REFERRER);
  }
}

/** Notes that the server has answered a claim, which a page that looks by itself need not send again. */
export function noteAnswered(referrer: string, recruit: string): void {
  tabStorage.write(ANSWERED + recruit, referrer);
}

/** Whether the server has answered a claim in this tab. */
export function isAnswered(referrer: string, recruit: string): boolean {
  return tabStorage.read(ANSWERED + recruit) === referrer;
}

/** Notes that a visitor says of a claim that this referrer did not bring them; the server is told by whoever is signed in. */
export function declineReferrer(referrer: string, recruit: string): void {
  browserStorage.write(DECLINED + recruit, referrer);
}

/** Whether a visitor has said that this referrer did not bring them. */
export function isDeclined(referrer: string, recruit: string): boolean {
  return browserStorage.read(DECLINED + recruit) === referrer;
}
