import type { Contests } from '../contest.js';
import type { Figure } from '../figure.js';
import { alone } from '../figure.js';
import { requestsPerSecond } from '../load.js';
import type { Pace } from '../pace.js';
import { get, getInTurn, newClaim, statsOf } from '../requests.js';

/** What the product needs while visitors read and claim at once. */
export async function measureCrowd(
  { many: { product, cast } }: Contests,
  { rounds, seconds }: Pace,
): Promise<Figure[]> {
  const visit = [
    get('/api/leaderboard'),
    getInTurn(cast.middle.map(statsOf)),
    newClaim(cast.referrers),
  ];
  await product.usage();
  await requestsPerSecond(product.url, visit, { seconds: rounds * seconds });
  const { memoryMb, eventLoopP99Ms } = await product.usage();
  return [
    alone('memory under load', memoryMb, 'MB', { below: 250 }),
    alone('event loop under load, p99', eventLoopP99Ms, 'ms', { below: 50 }),
  ];
}
