import type { Contests } from '../contest.js';
import { Contestant, measureInTurn } from '../contestant.js';
import type { Figure } from '../figure.js';
import { ratio } from '../figure.js';
import type { Pace } from '../pace.js';

const PATH = '/api/proofs';

/** How fast everybody can have the proofs. */
export async function measureProofs(
  { many: { product, yardstick } }: Contests,
  { rounds }: Pace,
): Promise<Figure[]> {
  const ours = new Contestant('product', () => megabytesPerSecond(product.url + PATH));
  const bare = new Contestant('yardstick', () => megabytesPerSecond(yardstick.url + PATH));
  await measureInTurn(rounds, [ours, bare]);
  return [ratio('proofs, one reader', 'MB/s', ours, bare)];
}

async function megabytesPerSecond(url: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const { size } = await response.blob();
  return size / 1000 / (performance.now() - started);
}
