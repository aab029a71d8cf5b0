import type { ReferralRequest } from '@backend/referral/referral.schema';
import { ApiError, request } from '@/lib/api';

/** What the server refuses a claim with, for good. Any other refusal is for now, or something else's before the server. */
const REFUSALS: readonly number[] = [400, 409, 422];

/**
 * Tells the server who recruited whom.
 *
 * @returns true when the referral was credited now; false when the server answered without crediting
 * it (recruited before, own link, loop, no such wallet).
 * @throws what `request` throws, when the request may be repeated.
 */
export async function claimReferral(referral: ReferralRequest): Promise<boolean> {
  try {
    return (await request('/api/referral', { method: 'POST', body: referral })).status === 201;
  } catch (error) {
    if (error instanceof ApiError && REFUSALS.includes(error.status)) return false;
    throw error;
  }
}

/**
 * Tells the server that whoever claims a wallet, which is signed in, did not bring it, so that nobody claims it any more.
 * @throws what `request` throws
 */
export async function declineClaim(recruit: string): Promise<void> {
  await request(`/api/referral?recruit=${recruit}`, { method: 'DELETE' });
}
