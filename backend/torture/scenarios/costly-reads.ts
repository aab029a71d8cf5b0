import { z } from 'zod';
import { MAX_LIMIT } from '../../src/leaderboard/leaderboard.schema.js';
import { seededRandom } from '../../test/support/seeded-random.js';
import { getLeaderboard } from '../../test/support/api.js';
import { startFakeNode } from '../../test/support/faults/fake-node.js';
import { newSigner } from '../../test/support/signer.js';
import { wallet } from '../../test/support/wallets.js';
import { flood, type Attack, type HostileRequest } from '../flood.js';
import { compareUnderAttack, STEPS, type Step } from '../honest.js';
import { outcomeOf, type Effort, type Outcome } from '../report.js';
import { ORIGIN, withSeededDatabase } from '../seeded-server.js';
import { Receipts } from '../workload.js';

const FULL = { wallets: 10_000, seconds: 20 };

const BRIEF = { wallets: 300, seconds: 2 };

const REQUESTS = 2_000;

const CONNECTIONS = 10;

/** The wallets at the top of the leaderboard, whose pyramids are large. */
type Best = readonly string[];

export function askDistantPages(effort: Effort): Promise<Outcome> {
  const random = seededRandom(effort.seed);
  const cursor = (): string => {
    const place = [50_000, 50, -10_000].map((most) => Math.round(random() * most));
    return Buffer.from(place.join('.')).toString('base64url');
  };
  return beside(effort, [], () => () => ({
    path: `/api/leaderboard?limit=100&cursor=${cursor()}`,
  }));
}

/** The hostile clients request large pyramids, as JSON and as pictures. */
export function drawPyramids(effort: Effort): Promise<Outcome> {
  const pyramid: Step = {
    name: 'own pyramid',
    // This request may have to wait for one picture of each of the ten hostile clients.
    below: 1_000,
    run: (visitor) => visitor.send('GET', `/api/pyramid?wallet=${wallet('nobody')}`),
  };
  return beside(effort, [pyramid], (best) => (number) => {
    const of = best[number % best.length] ?? '';
    const paths = [
      `/api/pyramid?depth=50&wallet=${of}`,
      `/pyramid/${of}.svg`,
      `/pyramid/${of}.png`,
    ];
    return { path: paths[Math.floor(number / best.length) % paths.length] ?? '' };
  });
}

export function drawCards(effort: Effort): Promise<Outcome> {
  const card: Step = {
    name: 'card',
    run: (visitor) => visitor.send('GET', '/card.png'),
  };
  return beside(effort, [card], () => (number, client) => ({
    path: `/card.png?collapse=day${1 + client * REQUESTS + number}-1s`,
  }));
}

export function openLinks(effort: Effort): Promise<Outcome> {
  const invited: Step = {
    name: 'invitation',
    run: async (visitor) => {
      const referrer = wallet(`referrer ${Math.random()}`);
      const page = await visitor.send('GET', `/?ref=${referrer}`);
      const isNamed = (await page.text()).includes(`og:url" content="${ORIGIN}/?ref=${referrer}`);
      return isNamed ? page : Response.error();
    },
  };
  return beside(effort, [invited], () => (number, client) => ({
    path: `/?ref=${wallet(`${client} ${number}`)}`,
  }));
}

const balanceSchema = z.object({ result: z.object({ value: z.int() }) });

/** The hostile clients request balances. Without a limit per client, one client could use up the node's quota. */
export async function askNode(effort: Effort): Promise<Outcome> {
  const node = await startFakeNode();
  const call = (address: string) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'getBalance',
    params: [address, { commitment: 'confirmed' }],
  });
  const balance: Step = {
    name: 'balance',
    // This request may have to wait for the quota of the next second.
    below: 2_000,
    run: async (visitor) => {
      const answer = await visitor.send('POST', '/api/rpc', call(newSigner().address));
      return balanceSchema.safeParse(await answer.json()).success ? answer : Response.error();
    },
  };
  const requests = () => (number: number, client: number) => ({
    method: 'POST',
    path: '/api/rpc',
    body: Array.from({ length: 10 }, (_, index) => call(wallet(`${client} ${number} ${index}`))),
  });
  try {
    return await beside(effort, [balance], requests, {
      SOLANA_RPC_URL: node.url,
      SOLANA_RPC_CALLS_PER_SECOND: '50',
    });
  } finally {
    await node.close();
  }
}

async function beside(
  { brief }: Effort,
  steps: readonly Step[],
  requestsOn: (best: Best) => (number: number, client: number) => HostileRequest,
  environment: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  const { wallets, seconds } = brief ? BRIEF : FULL;
  return withSeededDatabase(wallets, ({ serve }) =>
    serve(async ({ url }) => {
      const { entries } = await getLeaderboard(url, `?limit=${MAX_LIMIT}`);
      const request = requestsOn(entries.map(({ wallet }) => wallet));
      const attack: Attack = flood({
        connections: CONNECTIONS,
        requests: (client) =>
          Array.from({ length: REQUESTS }, (_, number) => request(number, client)),
      });
      const options = { seconds, steps: [...STEPS, ...steps] };
      return outcomeOf(await compareUnderAttack(url, new Receipts(), attack, options));
    }, environment),
  );
}
