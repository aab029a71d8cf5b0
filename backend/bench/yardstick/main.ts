import { fastify } from 'fastify';
import { Claims } from './claims.js';
import { Connection } from './database.js';
import { Reads } from './reads.js';

const ADDRESS = { type: 'string', pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$' } as const;

/**
 * The yardstick: the same questions answered by a bare Fastify and SQL written by hand, on the same driver and as
 * durable. It reads PORT and DATABASE_FILE.
 */
async function main(): Promise<void> {
  const { PORT = '', DATABASE_FILE = '' } = process.env;
  const claims = new Claims(await Connection.open(DATABASE_FILE));
  const reads = new Reads(await Connection.open(DATABASE_FILE));
  const app = fastify();
  app.post<{ Body: { referrerId: string; recruitId: string } }>(
    '/api/referral',
    {
      schema: {
        body: {
          type: 'object',
          required: ['referrerId', 'recruitId'],
          properties: { referrerId: ADDRESS, recruitId: ADDRESS },
        },
      },
    },
    async ({ body: { referrerId, recruitId } }, reply) => {
      const { status, body } = await claims.record(referrerId, recruitId);
      return reply.status(status).send(body);
    },
  );
  app.get('/api/leaderboard', async () => reads.leaderboard(10));
  app.get<{ Querystring: { wallet: string } }>(
    '/api/referral-stats',
    {
      schema: {
        querystring: { type: 'object', required: ['wallet'], properties: { wallet: ADDRESS } },
      },
    },
    async ({ query: { wallet } }) => reads.statsOf(wallet),
  );
  await app.listen({ host: '127.0.0.1', port: Number(PORT) });
  process.stdout.write('The yardstick is serving\n');
}

await main();
