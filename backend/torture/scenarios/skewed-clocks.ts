import { Audit } from '../../src/verify/audit.js';
import { signInResponseSchema } from '../../src/sign-in/sign-in.schema.js';
import { startBuiltServer } from '../../test/support/built-server.js';
import { startCluster } from '../../test/support/postgres/cluster.js';
import { newSigner } from '../../test/support/signer.js';
import { withFolder } from '../../test/support/temporary-database.js';
import { signed, Visitor } from '../../test/support/visitor.js';
import { worseOf } from '../audit.js';
import { outcomeOf, type Effort, type Outcome } from '../report.js';
import { ServerClock } from '../server-clock.js';
import { tryServer, type Trial } from '../trial.js';
import { TOP } from '../workload.js';

const NOON = Date.parse('2028-02-29T12:00:00.000Z');

const SKEWS = [1, 20, 2_000, 60_000];

const SHARED = { SESSION_SECRET: 's'.repeat(32), PUBLIC_ORIGIN: 'http://localhost:3000' };

export async function skewClocks(effort: Effort): Promise<Outcome> {
  const stepped = await withFolder((folder) => stepBack(folder, effort));
  const differing = await withFolder((folder) => differ(folder, effort));
  return outcomeOf({
    ...worseOf(stepped, differing),
    harmed: stepped.harmed + differing.harmed,
    acknowledged: stepped.acknowledged + differing.acknowledged,
    broken: [...stepped.broken, ...differing.broken],
  });
}

async function stepBack(folder: string, effort: Effort): Promise<Outcome> {
  const clock = new ServerClock(folder, NOON);
  return tryServer(
    effort,
    async (trial) => {
      const { url } = trial.server;
      for (let round = 0; round < effort.kills; round += 1) {
        await signIn(trial, url, url, () => clock.advance(-skewOf(round)));
      }
      await verifyProofs(trial);
      return { harmed: effort.kills };
    },
    { folder, environment: clock.environment },
  );
}

async function differ(folder: string, effort: Effort): Promise<Outcome> {
  const cluster = await startCluster();
  const databaseUrl = cluster.url('postgres');
  try {
    const clock = new ServerClock(folder, NOON);
    const environment = { ...clock.environment, ...SHARED };
    return await tryServer(
      effort,
      async (trial) => {
        const fast = await withFolder(async (other) => {
          const fastClock = new ServerClock(other, NOON);
          const server = await startBuiltServer(folder, {
            DATABASE_URL: databaseUrl,
            TRUST_PROXY: '1',
            ...SHARED,
            ...fastClock.environment,
          });
          for (let round = 0; round < effort.kills; round += 1) {
            fastClock.set(NOON + skewOf(round));
            await signIn(trial, server.url, trial.server.url);
            await signIn(trial, trial.server.url, server.url);
          }
          return server.stop('SIGTERM');
        });
        if (fast !== 0) trial.broken.push(`SIGTERM ended the other server with ${String(fast)}`);
        await verifyProofs(trial);
        return { harmed: effort.kills };
      },
      { folder, databaseUrl, environment },
    );
  } finally {
    await cluster.remove();
  }
}

function skewOf(round: number): number {
  return SKEWS[round % SKEWS.length] ?? 0;
}

async function signIn(
  { receipts, broken }: Trial,
  asked: string,
  answered: string,
  skew?: () => void,
): Promise<void> {
  const [signer, browser] = [newSigner(), new Visitor(asked)];
  const answer = signed(signer, await browser.challenge(TOP));
  skew?.();
  receipts.send(signer.address, 'proven', TOP);
  const response = await browser.copy(answered).send('POST', '/api/session', answer);
  const { data } = signInResponseSchema.safeParse(await response.json());
  if (data?.referral?.credited === true) receipts.acknowledge(signer.address, 'proven');
  else
    broken.push(`a sign-in with another clock was answered ${response.status}, and not credited`);
}

async function verifyProofs({ server, broken }: Trial): Promise<void> {
  const audit = new Audit();
  const text = await (await fetch(`${server.url}/api/proofs`)).text();
  for (const line of text.trimEnd().split('\n')) {
    if (!line.startsWith('{"action":"checkpoint"')) audit.read(line);
  }
  audit.finish();
  broken.push(...audit.differences.map(({ what }) => `verify: ${what}`));
}
