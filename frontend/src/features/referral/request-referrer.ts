import type { ReferralStats } from '@backend/referral-stats/referral-stats.schema';
import { referralStatsOf } from './use-referral-stats';

const TIMEOUT_MS = 10_000;

/**
 * Asks who is said to have recruited a wallet, or null: what a screen holds may be from before the claim.
 *
 * @throws Error when the server does not tell
 */
export async function requestReferrer(wallet: string): Promise<string | null> {
  const response = await fetch(referralStatsOf(wallet), {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`The referrer is not known: ${response.status}`);
  const { referrer } = (await response.json()) as ReferralStats;
  return referrer;
}
