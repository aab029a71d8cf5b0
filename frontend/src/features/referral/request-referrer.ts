import type { ReferralStats } from '@backend/referral-stats/referral-stats.schema';
import { requestJson } from '@/lib/api';
import { referralStatsOf } from './use-referral-stats';

/**
 * Asks who is said to have recruited a wallet, or null: what a screen holds may be from before the claim.
 *
 * @throws what `request` throws
 */
export async function requestReferrer(wallet: string): Promise<string | null> {
  return (await requestJson<ReferralStats>(referralStatsOf(wallet))).referrer;
}
