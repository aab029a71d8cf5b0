import { compareSizes } from '../compare-sizes.js';
import type { Contests } from '../contest.js';
import type { Figure, Target } from '../figure.js';
import { requestsPerSecond } from '../load.js';
import type { Pace } from '../pace.js';
import { newClaim } from '../requests.js';

const TARGET: Target = { atLeast: 4 };

/** Claims that are on the disk before they are answered. Each turn adds as many wallets as any other. */
export async function measureClaims(
  contests: Contests,
  { rounds, requests }: Pace,
): Promise<Figure[]> {
  return compareSizes('claims', TARGET, contests, rounds, (url, { cast }) =>
    requestsPerSecond(url, [newClaim(cast.referrers)], { requests }),
  );
}
