import { claim } from '../../test/support/api.js';
import { wallet } from '../../test/support/wallets.js';
import { flood, type Attack, type HostileRequest } from '../flood.js';
import { compareUnderAttack } from '../honest.js';
import type { Effort, Outcome } from '../report.js';
import { tryServer, type Trial } from '../trial.js';

/** Length of the chain whose ends the hostile claims connect, and seconds of each phase. */
const FULL = { length: 1_500, seconds: 15 };
const BRIEF = { length: 30, seconds: 1 };

/** Addresses of a hostile client, and requests that each sends at once. */
const ADDRESSES = 4;
const AT_ONCE = 40;

/** Claims that would close a cycle above a long chain: half of them always the same, half of them different. */
export async function repeatCycles(effort: Effort): Promise<Outcome> {
  const { length, seconds } = effort.brief ? BRIEF : FULL;
  return tryServer(effort, async (trial) => {
    await buildChain(trial, length);
    const referrerId = link(length);
    const claims = (client: number): HostileRequest[] =>
      Array.from({ length: AT_ONCE }, (_, index) => {
        const recruitId = link(index % 2 === 0 ? 0 : (client * AT_ONCE + index) % length);
        return { method: 'POST', path: '/api/referral', body: { referrerId, recruitId } };
      });
    const ofAddresses = flood({ connections: AT_ONCE, requests: claims });
    const attack: Attack = (url, clients) => ofAddresses(url, ADDRESSES * clients);
    return compareUnderAttack(trial.server.url, trial.receipts, attack, { seconds });
  });
}

const link = (index: number): string => wallet(`link ${index}`);

/** Claims a chain of wallets, each of which recruited the next one. */
async function buildChain({ server, receipts }: Trial, length: number): Promise<void> {
  for (let index = 0; index < length; index += 1) {
    const [referrer, recruit] = [link(index), link(index + 1)];
    receipts.send(recruit, 'claimed', referrer);
    const { ok } = await claim(server.url, referrer, recruit);
    if (ok) receipts.acknowledge(recruit, 'claimed');
  }
}
