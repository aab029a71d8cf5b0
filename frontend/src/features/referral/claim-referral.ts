import type { ReferralRequest } from '@backend/referral/referral.schema';
import { ApiError, request } from '@/lib/api';

/** Answers below 500 after which asking again could change something: too slow, or too often. */
const WORTH_REPEATING: readonly number[] = [408, 429];

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
    const isFinal = error instanceof ApiError && error.status < 500;
    if (isFinal && !WORTH_REPEATING.includes(error.status)) return false;
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
