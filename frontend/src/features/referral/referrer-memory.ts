import { referrerOf } from '@backend/shared/referral-link';
import { browserStorage, tabStorage } from '@/lib/storage';
import { popLink } from './opened-link';

const REFERRER = 'pyramidion.referrer';

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

/** Once a referrer is proven their link has done its work. */
export function forgetReferrer(referrer: string): void {
  if (rememberedReferrer() === referrer) tabStorage.remove(REFERRER);
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
