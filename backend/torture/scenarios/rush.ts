import { CALLS_PER_MINUTE } from '../../src/http/rate-limits.js';
import { signInResponseSchema } from '../../src/sign-in/sign-in.schema.js';
import { claim, getStats } from '../../test/support/api.js';
import { newSigner } from '../../test/support/signer.js';
import { Visitor, signed } from '../../test/support/visitor.js';
import { wallet } from '../../test/support/wallets.js';
import type { Effort, Outcome } from '../report.js';
import { tryServer, type Trial } from '../trial.js';

const CLAIMS = 50;

/** Number of concurrent sign-ins: as many as the rate limit of a wallet allows. */
const SIGN_INS = CALLS_PER_MINUTE.write;

export async function rush(effort: Effort): Promise<Outcome> {
  return tryServer(effort, async (trial) => {
    for (let round = 0; round < effort.kills; round += 1) {
      const [repeated, contested] = [`repeated ${round}`, `contested ${round}`];
      const same = Array.from({ length: CLAIMS }, () => wallet(`${repeated} above`));
      await claimAtOnce(trial, repeated, same, 200);
      await claimAtOnce(trial, contested, referrersOf(contested, CLAIMS), 409);
      await signForAll(trial, `signed for ${round}`);
    }
    return {
      harmed: effort.kills,
      measured: { 'claims at once': CLAIMS, 'sign-ins at once': SIGN_INS },
    };
  });
}

/** One claim must be answered with 201, and all others with `otherwise`. */
async function claimAtOnce(
  { server, receipts, broken }: Trial,
  name: string,
  referrers: readonly string[],
  otherwise: number,
): Promise<void> {
  const recruit = wallet(name);
  const claims = referrers.map((referrer) => claim(server.url, referrer, recruit));
  const statuses = (await Promise.all(claims)).map(({ status }) => status);
  const count = (wanted: number): number => statuses.filter((status) => status === wanted).length;
  if (count(201) !== 1 || count(otherwise) !== CLAIMS - 1) {
    broken.push(`${name}: ${count(201)} answered 201, ${count(otherwise)} answered ${otherwise}`);
  }
  const winner = referrers[statuses.indexOf(201)];
  if (winner === undefined) return;
  receipts.send(recruit, 'claimed', winner);
  receipts.acknowledge(recruit, 'claimed');
  const { directRecruits } = await getStats(server.url, winner);
  if (directRecruits !== 1) broken.push(`${name}: ${directRecruits} recruits of one claim`);
}

async function signForAll({ server, receipts, broken }: Trial, name: string): Promise<void> {
  const recruit = newSigner();
  const answers = await Promise.all(
    referrersOf(name, SIGN_INS).map(async (referrer) => {
      const visitor = new Visitor(server.url);
      return { visitor, referrer, answer: signed(recruit, await visitor.challenge(referrer)) };
    }),
  );
  const credits = await Promise.all(
    answers.map(async ({ visitor, referrer, answer }) => {
      const response = await visitor.send('POST', '/api/session', answer);
      const { referral } = signInResponseSchema.parse(await response.json());
      return referral?.credited === true ? [referrer] : [];
    }),
  );
  const [winner, ...others] = credits.flat();
  if (winner === undefined || others.length > 0) {
    broken.push(`${name}: ${credits.flat().length} were credited for one recruit`);
    return;
  }
  receipts.send(recruit.address, 'proven', winner);
  receipts.acknowledge(recruit.address, 'proven');
  const { points } = await getStats(server.url, winner);
  if (points !== 1_000) broken.push(`${name}: ${points} points for one recruit`);
}

function referrersOf(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => wallet(`${name} by ${index}`));
}
