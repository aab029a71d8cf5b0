import { fastify } from 'fastify';
import { recordClaims } from './claims.js';
import { connect } from './database.js';
import { answerReads } from './reads.js';

const ADDRESS = { type: 'string', pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$' } as const;

interface Claim {
  readonly referrerId: string;
  readonly recruitId: string;
}

function fields(properties: Record<string, object>): object {
  return { type: 'object', required: Object.keys(properties), properties };
}

async function main(): Promise<void> {
  const { PORT = '', DATABASE_FILE = '' } = process.env;
  const record = recordClaims(await connect(DATABASE_FILE));
  const reads = answerReads(await connect(DATABASE_FILE));
  const app = fastify();
  app.post<{ Body: Claim }>(
    '/api/referral',
    { schema: { body: fields({ referrerId: ADDRESS, recruitId: ADDRESS }) } },
    async ({ body: { referrerId, recruitId } }, reply) => {
      const { status, body } = await record(referrerId, recruitId);
      return reply.status(status).send(body);
    },
  );
  app.get('/api/leaderboard', async () => reads.leaderboard(10));
  app.get<{ Querystring: { wallet: string } }>(
    '/api/referral-stats',
    { schema: { querystring: fields({ wallet: ADDRESS }) } },
    async ({ query: { wallet } }) => reads.statsOf(wallet),
  );
  await app.listen({ host: '127.0.0.1', port: Number(PORT) });
  process.stdout.write('The yardstick is serving\n');
}

await main();
