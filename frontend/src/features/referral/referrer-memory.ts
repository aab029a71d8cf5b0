import { isDamagedLink, referrerOf } from '@backend/shared/referral-link';
import type { SignInResponse } from '@backend/sign-in/sign-in.schema';
import { browserStorage, tabStorage } from '@/lib/storage';
import { openedLink, popLink } from './opened-link';

const REFERRER = 'pyramidion.referrer';

export type KnownReferral = NonNullable<SignInResponse['referral']>;

/** Prefix of a storage key; the recruit follows. The value is the referrer of the last claim that needs no retry. */
const ANSWERED = 'pyramidion.referrer.answered.';

/** Prefix of a storage key; the recruit follows. The value is the referrer whom the visitor declined last. */
const DECLINED = 'pyramidion.declined.';

let isDamaged = false;

/**
 * Stores the referrer that the opened link names, if any, in this tab. A link of this page that names a referrer takes
 * precedence over the stored one, because a restored page shows its own referrer.
 */
export function readLink(): void {
  const [stored, opened] = [popLink(), openedLink()];
  const link = referrerOf(opened) === null ? (stored ?? opened) : opened;
  const referrer = referrerOf(link);
  if (referrer !== null) tabStorage.write(REFERRER, referrer);
  isDamaged = isDamagedLink(link);
}

/** The result of {@link isDamagedLink} for the opened link. */
export function isOpenedLinkDamaged(): boolean {
  return isDamaged;
}

/** Returns the referrer of the last referral link opened in this tab; null if none, or if it has been forgotten. */
export function rememberedReferrer(): string | null {
  return tabStorage.read(REFERRER);
}

/** Forgets the remembered referrer if this referral is proven and names that referrer. */
export function forgetProven(
  referral: Pick<KnownReferral, 'referrer' | 'status'> | null | undefined,
): void {
  if (referral?.status === 'proven') forgetReferrer(referral.referrer);
}

export function forgetReferrer(referrer: string): void {
  if (referrer === rememberedReferrer()) tabStorage.remove(REFERRER);
}

/** Stores that a claim needs no retry, so that a silent reconnect does not send it again. */
export function noteAnswered(referrer: string, recruit: string): void {
  tabStorage.write(ANSWERED + recruit, referrer);
}

/** True if this is the last claim of the recruit that {@link noteAnswered} has stored in this tab. */
export function isAnswered(referrer: string, recruit: string): boolean {
  return tabStorage.read(ANSWERED + recruit) === referrer;
}

/** Stores in this browser that the visitor has declined a referrer. */
export function declineReferrer(referrer: string, recruit: string): void {
  browserStorage.write(DECLINED + recruit, referrer);
}

export function isDeclined(referrer: string, recruit: string): boolean {
  return browserStorage.read(DECLINED + recruit) === referrer;
}
