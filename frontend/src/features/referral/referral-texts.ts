import { formatCount, formatKnown, formatTime, plural, shortenAddress } from '@/lib/format';
import type { KnownStats } from './use-referral-stats';

export function provenText({ directRecruits, provenRecruits }: KnownStats): string {
  return `${plural(directRecruits, 'recruit')}, ${formatKnown(provenRecruits)} proven`;
}

export function pendingText({ pendingPoints }: KnownStats): string | null {
  if (pendingPoints === undefined) return null;
  return pendingPoints === 0 ? 'No claims open' : `+${formatCount(pendingPoints)} once proven`;
}

export function pendingRecruits({ directRecruits, provenRecruits }: KnownStats): number | null {
  return provenRecruits === undefined ? null : directRecruits - provenRecruits;
}

export function reminderText(link: string): string {
  return `Open this again with Phantom and sign the sentence. It costs nothing, and it brings me 1,000 points, which are worth the same: ${link}`;
}

export function broughtBy({ referrer, referrerStatus }: KnownStats): string | null {
  if (referrer === undefined) return null;
  if (referrer === null) return 'Nobody. You walked in.';
  const address = shortenAddress(referrer);
  return referrerStatus ? `${address}, ${referrerStatus}` : address;
}

/** Returns the label of the streak, with the local time at which the UTC day ends. */
export function streakLabel(now = new Date()): string {
  const end = new Date(now);
  end.setUTCHours(24, 0, 0, 0);
  return `Streak (day ends ${formatTime(end)})`;
}

export function streakText({ streak }: KnownStats): string | null {
  return streak === undefined ? null : plural(streak, 'day');
}
