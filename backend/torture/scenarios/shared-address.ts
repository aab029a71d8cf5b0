import { setTimeout as delay } from 'node:timers/promises';
import { challengeSchema } from '../../src/sign-in/sign-in.schema.js';
import { newSigner } from '../../test/support/signer.js';
import { answerWith, signed, Visitor } from '../../test/support/visitor.js';
import { wallet } from '../../test/support/wallets.js';
import { percentile, type Effort, type Outcome } from '../report.js';
import { tryServer, type Trial } from '../trial.js';
import { TOP } from '../workload.js';

/** Each phase has its own address, so that phases do not share rate limits. */
const addressOf = (phase: string): string => (phase === 'quiet' ? '203.0.113.1' : '203.0.113.2');

const VISITORS = { full: 40, brief: 5 };

const PAUSE_MS = 250;

const AT_ONCE = 8;

/**
 * Maximum number of new wallets per address and day, so low that the attacker's claims reach it. Sign-ins are counted
 * separately.
 */
const NEW_WALLETS = '50';

const FACTOR = 3;

/** A quiet p99 below this time counts as this time, since shorter times vary too much. */
const NOISE_MS = 10;

export async function shareAddress(effort: Effort): Promise<Outcome> {
  const visitors = effort.brief ? VISITORS.brief : VISITORS.full;
  return tryServer(
    effort,
    async (trial) => {
      const quiet = await signInMany(trial, visitors, 'quiet');
      const stop = attack(trial);
      // In this time, the attacker uses up limits of the address.
      await delay(effort.brief ? 500 : 5_000);
      const attacked = await signInMany(trial, visitors, 'attacked');
      const sent = await stop();
      const below = FACTOR * Math.max(percentile(quiet, 0.99), NOISE_MS);
      return {
        harmed: sent,
        measured: { quiet: figures(quiet), attacked: figures(attacked) },
        timings: { 'p99 of a sign-in': { ms: percentile(attacked, 0.99), below } },
      };
    },
    { environment: { NEW_WALLETS_PER_ADDRESS: NEW_WALLETS } },
  );
}

const figures = (times: readonly number[]): string =>
  `p50 ${percentile(times, 0.5)} ms, p99 ${percentile(times, 0.99)} ms, ${times.length} sign-ins`;

async function signInMany(trial: Trial, visitors: number, phase: string): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < visitors; count += 1) {
    const begun = performance.now();
    const status = await signIn(trial, new Visitor(trial.server.url, addressOf(phase)));
    times.push(performance.now() - begun);
    if (status !== 201) trial.broken.push(`${phase}: a visitor who signed got ${status}`);
    await delay(PAUSE_MS);
  }
  return times;
}

async function signIn({ receipts }: Trial, visitor: Visitor): Promise<number> {
  const signer = newSigner();
  const challenge = await visitor.send('POST', '/api/session/challenge', { referrer: TOP });
  if (!challenge.ok) return challenge.status;
  const { input } = challengeSchema.parse(await challenge.json());
  receipts.send(signer.address, 'proven', TOP);
  const { status } = await visitor.send('POST', '/api/session', signed(signer, input));
  if (status === 201) receipts.acknowledge(signer.address, 'proven');
  return status;
}

/** Starts the attack. The returned function stops it, and returns an upper bound of the number of requests. */
function attack({ server, receipts }: Trial): () => Promise<number> {
  let isOver = false;
  let sent = 0;
  const attackOnce = async (visitor: Visitor): Promise<void> => {
    sent += 3;
    const challenge = await visitor.send('POST', '/api/session/challenge', {});
    if (challenge.ok) {
      const { input } = challengeSchema.parse(await challenge.json());
      const wrong = answerWith(newSigner(), Buffer.from('not the challenge'), input.nonce);
      await (await visitor.send('POST', '/api/session', wrong)).arrayBuffer();
    }
    const [referrer, recruit] = [wallet(`hostile ${sent} ${Math.random()}`), newSigner().address];
    receipts.send(recruit, 'claimed', referrer);
    const response = await visitor.refer(referrer, recruit);
    if (response.ok) receipts.acknowledge(recruit, 'claimed');
  };
  const repeat = async (): Promise<void> => {
    while (!isOver) await attackOnce(new Visitor(server.url, addressOf('attacked')));
  };
  const attackers = Promise.all(Array.from({ length: AT_ONCE }, repeat));
  return async () => {
    isOver = true;
    await attackers;
    return sent;
  };
}
