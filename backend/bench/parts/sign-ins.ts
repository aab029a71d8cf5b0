import { newSigner } from '../../test/signer.js';
import { Visitor } from '../../test/visitor.js';
import type { Contest, Contests } from '../contest.js';
import { Contestant, measureInTurn } from '../contestant.js';
import type { Figure } from '../figure.js';
import { ratio } from '../figure.js';
import type { Pace } from '../pace.js';

/** Visitors who sign in at the same time. */
const VISITORS = 16;

/** Of the requests of a turn, so many are sign-ins: each is two requests, and a signature to make and to check. */
const SHARE = 0.1;

/** Signing in: a challenge, its signature checked, and the referral in it proven. */
export async function measureSignIns(
  { few, many }: Contests,
  { rounds, requests }: Pace,
): Promise<Figure[]> {
  const measure = (contest: Contest): Promise<number> =>
    signInsPerSecond(contest, Math.round(requests * SHARE));
  const manyWallets = new Contestant('many', () => measure(many));
  const fewWallets = new Contestant(`${few.wallets.toLocaleString('en')} wallets`, () =>
    measure(few),
  );
  await measureInTurn(rounds, [manyWallets, fewWallets]);
  return [ratio('sign-ins that prove a referral', '/s', manyWallets, fewWallets)];
}

async function signInsPerSecond({ product, cast }: Contest, count: number): Promise<number> {
  const newcomers = Array.from({ length: count }, (_, index) => ({
    signer: newSigner(),
    referrer: cast.referrers[index % cast.referrers.length],
  }));
  const started = performance.now();
  const queue = newcomers.values();
  const visit = async (): Promise<void> => {
    for (const { signer, referrer } of queue) {
      const { referral } = await new Visitor(product.url).signIn(signer, referrer);
      if (referral?.credited !== true) throw new Error('a sign-in did not prove its referral');
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, visit));
  return (1000 * count) / (performance.now() - started);
}
