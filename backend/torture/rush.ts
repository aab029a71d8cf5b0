import { signInResponseSchema } from '../src/session/session.schema.js';
import { claim, getStats } from '../test/api.js';
import { newSigner } from '../test/signer.js';
import { withFolder } from '../test/temporary-database.js';
import { Visitor, signed } from '../test/visitor.js';
import { wallet } from '../test/wallets.js';
import type { Outcome } from './outcome.js';
import type { Trial } from './trial.js';
import { tryServer } from './trial.js';

/** How often everybody comes at once, and the seed of the trial. */
export interface RushOptions {
  readonly rushes: number;
  readonly seed: number;
}

/** Those who come at once. */
const CROWD = 50;

/** Has everybody want the same at once: one claim sent 50 times, one recruit claimed by 50, and one who signs for 50. */
export async function rush({ rushes, seed }: RushOptions): Promise<Outcome> {
  return withFolder((folder) =>
    tryServer(folder, seed, async (trial) => {
      for (let round = 0; round < rushes; round += 1) {
        await sendTheSame(trial, `repeated ${round}`);
        await claimOne(trial, `contested ${round}`);
        await signForAll(trial, `signed for ${round}`);
      }
      return { harmed: rushes, measured: { 'requests at once': CROWD } };
    }),
  );
}

async function sendTheSame({ server, receipts, broken }: Trial, name: string): Promise<void> {
  const [referrer, recruit] = [wallet(`${name} above`), wallet(name)];
  const answers = await Promise.all(
    Array.from({ length: CROWD }, () => claim(server.url, referrer, recruit)),
  );
  receipts.send(recruit, 'claimed', referrer);
  receipts.acknowledge(recruit, 'claimed');
  expectOneOf(answers, 200, broken, name);
  const { directRecruits } = await getStats(server.url, referrer);
  if (directRecruits !== 1) broken.push(`${name}: ${directRecruits} recruits of one claim`);
}

async function claimOne({ server, receipts, broken }: Trial, name: string): Promise<void> {
  const recruit = wallet(name);
  const suitors = suitorsOf(name);
  const answers = await Promise.all(suitors.map((suitor) => claim(server.url, suitor, recruit)));
  const winner = suitors[answers.findIndex(({ status }) => status === 201)];
  expectOneOf(answers, 409, broken, name);
  if (winner === undefined) return;
  receipts.send(recruit, 'claimed', winner);
  receipts.acknowledge(recruit, 'claimed');
}

async function signForAll({ server, receipts, broken }: Trial, name: string): Promise<void> {
  const recruit = newSigner();
  const answers = await Promise.all(
    suitorsOf(name).map(async (suitor) => {
      const visitor = new Visitor(server.url);
      return { visitor, suitor, answer: signed(recruit, await visitor.challenge(suitor)) };
    }),
  );
  const credits = await Promise.all(
    answers.map(async ({ visitor, suitor, answer }) => {
      const response = await visitor.send('POST', '/api/session', answer);
      const { referral } = signInResponseSchema.parse(await response.json());
      return referral?.credited === true ? [suitor] : [];
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

function suitorsOf(name: string): string[] {
  return Array.from({ length: CROWD }, (_, index) => wallet(`${name} by ${index}`));
}

/** One claim is recorded with 201, all others are answered `otherwise`. */
function expectOneOf(
  answers: readonly Response[],
  otherwise: number,
  broken: string[],
  name: string,
): void {
  const count = (wanted: number): number =>
    answers.filter(({ status }) => status === wanted).length;
  if (count(201) === 1 && count(otherwise) === CROWD - 1) return;
  broken.push(`${name}: ${count(201)} answered 201, ${count(otherwise)} answered ${otherwise}`);
}
