import { describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { z } from 'zod';
import { openDatabase } from '../../src/open-database.js';
import { claim } from '../support/api.js';
import { withPgBouncer } from '../support/postgres/pgbouncer.js';
import { newSigner } from '../support/signer.js';
import { createDatabase, createEmptyPostgres } from '../support/temporary-database.js';
import { startTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';

const countRows = z.tuple([z.object({ count: z.coerce.number() })]);

async function count(url: string, from: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return countRows.parse((await client.query(`SELECT count(*) FROM ${from}`)).rows)[0].count;
  } finally {
    await client.end();
  }
}

const ADVISORY_LOCKS = `pg_locks WHERE locktype = 'advisory'
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

describe('behind a PgBouncer in session mode,', () => {
  test.each([
    ['default settings', {}, ''],
    [
      'PgBouncer ignores the startup options, which ask for synchronous_commit off',
      { ignore_startup_parameters: 'options' },
      '?options=-c%20synchronous_commit%3Doff',
    ],
  ])(
    'a server records a claim and a proof, and writes with synchronous_commit on: %s',
    async (_which, settings, query) => {
      const database = await createEmptyPostgres();
      await withPgBouncer(database.url, settings, async (url) => {
        const environment = { DATABASE_URL: `${url}${query}`, TRUST_PROXY: '1' };
        const server = await startTestServer(environment);
        expect((await claim(server.url, wallet('top'), wallet('claimed'))).status).toBe(201);
        const { referral } = await new Visitor(server.url).signIn(newSigner(), wallet('top'));
        expect(referral?.status).toBe('proven');
        const shown = await server.database.writer.write((manager) =>
          manager.query<unknown>('SHOW synchronous_commit'),
        );
        expect(shown).toEqual([{ synchronous_commit: 'on' }]);
        await server.close();
        expect(await count(database.url, ADVISORY_LOCKS)).toBe(0);
      });
      await database.remove();
    },
  );

  test('a closed connection leaves no lock, even if PgBouncer does not reset the session', async () => {
    const database = await createDatabase();
    await withPgBouncer(database.url, { server_reset_query: 'SELECT 1' }, async (url) => {
      for (let start = 1; start <= 2; start += 1) {
        await (await openDatabase({ kind: 'postgres', url }, 'tool')).close();
        expect(await count(database.url, ADVISORY_LOCKS)).toBe(0);
      }
    });
    await database.remove();
  });
});

/** Makes PgBouncer open this number of sessions in its pool, by as many concurrent transactions. */
async function fillPool(url: string, sessions: number): Promise<void> {
  const clients = Array.from({ length: sessions }, () => new Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  await Promise.all(clients.map((client) => client.query('BEGIN')));
  await Promise.all(clients.map((client) => client.query('ROLLBACK')));
  await Promise.all(clients.map((client) => client.end()));
}

test.each([
  ['statement', {}, 0],
  ...[{}, { server_round_robin: '1' }].flatMap((settings) =>
    [0, 1, 2, 3, 8].map((sessions) => ['transaction', settings, sessions] as const),
  ),
] as const)(
  'opening a database behind a PgBouncer in %s mode (%j) with %i sessions fails with a one-line error',
  async (mode, settings, sessions) => {
    const database = await createEmptyPostgres();
    await withPgBouncer(database.url, { pool_mode: mode, ...settings }, async (url) => {
      await fillPool(url, sessions);
      await expect(openDatabase({ kind: 'postgres', url }, 'server')).rejects.toThrow(
        /^DATABASE_URL names the PostgreSQL database \w+ at [^\n]*(set pool_mode to session|transaction blocks not allowed in statement pooling mode)[^\n]*$/,
      );
      expect(await count(database.url, ADVISORY_LOCKS)).toBe(0);
      expect(await count(database.url, "pg_tables WHERE schemaname = 'public'")).toBe(0);
    });
    await database.remove();
  },
);
