import type { ReferralRequest } from '@backend/referral/referral.schema';

const TIMEOUT_MS = 10_000;

/** Answers after which asking again could change something: too slow, or too often. */
const WORTH_REPEATING: readonly number[] = [408, 429];

/**
 * Tells the server who recruited whom.
 *
 * @returns true when the referral was credited now; false when the server answered without crediting
 * it (recruited before, own link, loop, no such wallet).
 * @throws Error when the request failed and may be repeated.
 */
export async function claimReferral(referral: ReferralRequest): Promise<boolean> {
  const response = await fetch('/api/referral', {
    method: 'POST',
    credentials: 'include',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(referral),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status >= 500 || WORTH_REPEATING.includes(response.status)) {
    throw new Error(`The referral was not taken: ${response.status} ${response.statusText}`);
  }
  return response.status === 201;
}
