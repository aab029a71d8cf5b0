import type { ReferralRequest, ReferralResponse } from '@backend/referral/referral.schema';
import { ApiError, request } from '@/lib/api';
import { count, objectOf } from '@/lib/check';
import { rememberReceipt } from './receipts';

const REFUSALS: readonly number[] = [400, 409, 422];

const answer = objectOf<Pick<ReferralResponse, 'logIndex'>>({ logIndex: count }, 'logIndex');

/**
 * Claims a referral. Returns true if this claim recorded it; false if it was recorded before, or if the
 * status is 400, 409 or 422.
 *
 * @throws the other errors of `request`
 */
export async function claimReferral(referral: ReferralRequest): Promise<boolean> {
  try {
    const response = await request('/api/referral', { method: 'POST', body: referral });
    const { logIndex } = answer(await response.json().catch(() => null)) ?? {};
    if (logIndex !== undefined) rememberReceipt({ wallet: referral.recruitId, logIndex });
    return response.status === 201;
  } catch (error) {
    if (error instanceof ApiError && REFUSALS.includes(error.status)) return false;
    throw error;
  }
}

/** Declines the claim on the signed-in wallet, and with it all later claims. */
export async function declineClaim(recruit: string): Promise<void> {
  await request(`/api/referral?recruit=${recruit}`, { method: 'DELETE' });
}
