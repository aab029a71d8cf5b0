import { PYRAMID_DEPTH } from '../cast.js';
import type { Contests } from '../contest.js';
import { Contestant, measureInTurn } from '../contestant.js';
import type { Figure } from '../figure.js';
import { ratio } from '../figure.js';
import { requestsPerSecond } from '../load.js';
import type { Pace } from '../pace.js';
import { getFromEverywhere } from '../requests.js';

/** Of the requests of a turn, so many are for pyramids: each of them answers with thousands of wallets. */
const SHARE = 0.008;

const READERS = 8;

/** How fast a large pyramid is drawn up. */
export async function measurePyramids(
  { many: { product, yardstick, cast } }: Contests,
  { rounds, requests }: Pace,
): Promise<Figure[]> {
  const question = getFromEverywhere(`/api/pyramid?wallet=${cast.top}&depth=${PYRAMID_DEPTH}`);
  const extent = { requests: Math.round(requests * SHARE) };
  const measure = (url: string): Promise<number> =>
    requestsPerSecond(url, [question], extent, READERS);
  const ours = new Contestant('product', () => measure(product.url));
  const bare = new Contestant('yardstick', () => measure(yardstick.url));
  await measureInTurn(rounds, [ours, bare]);
  return [ratio(`pyramid, ${PYRAMID_DEPTH} levels deep`, '/s', ours, bare)];
}
