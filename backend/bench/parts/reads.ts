import type autocannon from 'autocannon';
import type { Cast } from '../cast.js';
import { compareSizes } from '../compare-sizes.js';
import type { Contests } from '../contest.js';
import type { Figure, Target } from '../figure.js';
import { requestsPerSecond } from '../load.js';
import type { Pace } from '../pace.js';
import { get, getInTurn, statsOf } from '../requests.js';

const TARGET: Target = { atLeast: 0.7 };

const QUESTIONS: readonly (readonly [what: string, ask: (cast: Cast) => autocannon.Request])[] = [
  ['leaderboard', () => get('/api/leaderboard')],
  ['stats and rank in the middle', ({ middle }) => getInTurn(middle.map(statsOf))],
];

/** What a page asks. */
export async function measureReads(
  contests: Contests,
  { rounds, seconds }: Pace,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [what, ask] of QUESTIONS) {
    figures.push(
      ...(await compareSizes(what, TARGET, contests, rounds, (url, { cast }) =>
        requestsPerSecond(url, [ask(cast)], { seconds }),
      )),
    );
  }
  return figures;
}
