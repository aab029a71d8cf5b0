import { claim } from '../../test/support/api.js';
import { wallet } from '../../test/support/wallets.js';
import { flood, type Attack, type HostileRequest } from '../flood.js';
import { compareUnderAttack } from '../honest.js';
import type { Effort, Outcome } from '../report.js';
import { tryServer, type Trial } from '../trial.js';

/** `length`: number of claims in the chain that the hostile claims would close into a cycle. */
const FULL = { length: 1_500, seconds: 15 };

const BRIEF = { length: 30, seconds: 1 };

const ADDRESSES = 4;

const CONNECTIONS = 30;

const PER_SECOND = 10;

const CLAIMS = 40;

export async function repeatCycles(effort: Effort): Promise<Outcome> {
  const { length, seconds } = effort.brief ? BRIEF : FULL;
  return tryServer(effort, async (trial) => {
    await buildChain(trial, length);
    const claims = (client: number): HostileRequest[] =>
      Array.from({ length: CLAIMS }, (_, index) => {
        // The first wallet of the chain has no referrer, so the server must search the chain to find the cycle.
        const recruitId = link(0);
        const referrerId = link(
          length - (index % 2 === 0 ? 0 : (client * CLAIMS + index) % length),
        );
        return { method: 'POST', path: '/api/referral', body: { referrerId, recruitId } };
      });
    const ofAddresses = flood({
      connections: CONNECTIONS,
      perSecond: PER_SECOND,
      requests: claims,
    });
    const attack: Attack = (url, clients) => ofAddresses(url, ADDRESSES * clients);
    return compareUnderAttack(trial.server.url, trial.receipts, attack, { seconds });
  });
}

const link = (index: number): string => wallet(`link ${index}`);

async function buildChain({ server, receipts }: Trial, length: number): Promise<void> {
  for (let index = 0; index < length; index += 1) {
    const [referrer, recruit] = [link(index), link(index + 1)];
    receipts.send(recruit, 'claimed', referrer);
    const { ok } = await claim(server.url, referrer, recruit);
    if (ok) receipts.acknowledge(recruit, 'claimed');
  }
}
