import { formatCount, formatKnown, formatTime, plural, shortenAddress } from '@/lib/format';
import type { KnownStats } from './use-referral-stats';

/** How many of the recruits have signed for it: `5 recruits, 4 proven`. */
export function provenText({ directRecruits, provenRecruits }: KnownStats): string {
  return `${plural(directRecruits, 'recruit')}, ${formatKnown(provenRecruits)} proven`;
}

/** What the claims would bring once proven. */
export function pendingText({ pendingPoints }: KnownStats): string | null {
  if (pendingPoints === undefined) return null;
  return pendingPoints === 0 ? 'No claims open' : `+${formatCount(pendingPoints)} once proven`;
}

/** How many are claimed who have not signed; 0 while that is not known. */
export function pendingRecruits({ directRecruits, provenRecruits }: KnownStats): number {
  return directRecruits - (provenRecruits ?? directRecruits);
}

/** What a pending recruit is sent. */
export function reminderText(link: string): string {
  return `Open this again with Phantom and sign the sentence. It costs nothing, and it brings me 1,000 points, which are worth the same: ${link}`;
}

/** What the pending recruits need, or what being proven means where there are none. */
export function pendingNeeds(stats: KnownStats): string {
  const pending = pendingRecruits(stats);
  if (pending <= 0) {
    return 'A recruit is proven once their own wallet has signed for it. Until then they bring neither points nor levels.';
  }
  return `${plural(pending, 'recruit')} ${pending === 1 ? 'is' : 'are'} pending until they open your link again with Phantom and sign a sentence that costs nothing.`;
}

/** Who brought the wallet: a shortened address and how sure that is; null while it is not known. */
export function broughtBy({ referrer, referrerStatus }: KnownStats): string | null {
  if (referrer === undefined) return null;
  if (referrer === null) return 'Nobody. You walked in.';
  const address = shortenAddress(referrer);
  return referrerStatus ? `${address}, ${referrerStatus}` : address;
}

/** What the streak is called: it has UTC days, which end at some hour of the visitor's own. */
export function streakLabel(now = new Date()): string {
  const end = new Date(now);
  end.setUTCHours(24, 0, 0, 0);
  return `Streak, its days end at ${formatTime(end)}`;
}

/** Days that follow each other: `1 day`, `12 days`; null while they are not known. */
export function streakText({ streak }: KnownStats): string | null {
  return streak === undefined ? null : plural(streak, 'day');
}
