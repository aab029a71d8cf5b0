import type { Contest, Contests } from '../contest.js';
import { Contestant, measureInTurn } from '../contestant.js';
import type { Figure } from '../figure.js';
import { ratio } from '../figure.js';
import type { Pace } from '../pace.js';
import { signInsPerSecond } from '../sign-ins.js';

/** Of the requests of a turn, so many are sign-ins: each is two requests, and a signature to make and to check. */
const SHARE = 0.04;

/** Signing in: a challenge, its signature checked, and the referral in it proven. */
export async function measureSignIns(
  { few, many }: Contests,
  { rounds, requests }: Pace,
): Promise<Figure[]> {
  const measure = (contest: Contest): Promise<number> =>
    signInsPerSecond([contest.product.url], contest.cast.referrers, Math.round(requests * SHARE));
  const manyWallets = new Contestant('many', () => measure(many));
  const fewWallets = new Contestant(`${few.wallets.toLocaleString('en')} wallets`, () =>
    measure(few),
  );
  await measureInTurn(rounds, [manyWallets, fewWallets]);
  return [ratio('sign-ins that prove a referral', '/s', manyWallets, fewWallets)];
}
