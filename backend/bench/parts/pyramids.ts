import { PYRAMID_DEPTH } from '../cast.js';
import type { Contests } from '../contest.js';
import { Contestant, measureInTurn } from '../contestant.js';
import type { Figure } from '../figure.js';
import { ratio } from '../figure.js';
import { requestsPerSecond } from '../load.js';
import type { Pace } from '../pace.js';
import { getFromEverywhere } from '../requests.js';

/** How fast a large pyramid is drawn up. */
export async function measurePyramids(
  { many: { product, yardstick, cast } }: Contests,
  { rounds, seconds }: Pace,
): Promise<Figure[]> {
  const question = getFromEverywhere(`/api/pyramid?wallet=${cast.top}&depth=${PYRAMID_DEPTH}`);
  const measure = (url: string): Promise<number> => requestsPerSecond(url, [question], { seconds });
  const ours = new Contestant('product', () => measure(product.url));
  const bare = new Contestant('yardstick', () => measure(yardstick.url));
  await measureInTurn(rounds, [ours, bare]);
  return [ratio(`pyramid, ${PYRAMID_DEPTH} levels deep`, '/s', ours, bare)];
}
