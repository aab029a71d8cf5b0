import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import type { Database } from '../../src/database/database.js';
import { openDatabase } from '../../src/open-database.js';
import { claim } from '../support/api.js';
import { join } from '../support/data/joining.js';
import { createDatabase, type TemporaryDatabase } from '../support/temporary-database.js';
import { startTestServer } from '../support/test-server.js';
import { newSigner } from '../support/signer.js';
import { Visitor } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';
import { atOneMoment } from '../../src/database/reader.js';

const HARMFUL = {
  synchronous_commit: 'off',
  default_transaction_isolation: 'serializable',
  default_transaction_read_only: 'on',
  session_replication_role: 'replica',
  standard_conforming_strings: 'off',
  lock_timeout: '0',
  statement_timeout: '1min',
  idle_in_transaction_session_timeout: '1min',
};

const OPTIONS = Object.entries(HARMFUL)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

let database: TemporaryDatabase;
let operator: Client;
let role: string;
let url: string;

beforeEach(async () => {
  database = await createDatabase();
  operator = new Client({ connectionString: database.url });
  await operator.connect();
  role = `role_${randomUUID().replaceAll('-', '')}`;
  await operator.query(`CREATE ROLE ${role} LOGIN`);
  await operator.query(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
  await operator.query(`GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${role}`);
  const itsUrl = new URL(database.url);
  itsUrl.username = role;
  url = itsUrl.href;
});

afterEach(async () => {
  delete process.env.PGOPTIONS;
  await operator.query(`DROP OWNED BY ${role}`);
  await operator.query(`DROP ROLE ${role}`);
  await operator.end();
  await database.remove();
});

async function setForAll(of: string, settings: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) {
    await operator.query(`ALTER ${of} SET ${name} TO '${value}'`);
  }
}

const nameOf = (databaseUrl: string): string => new URL(databaseUrl).pathname.slice(1);

/** Ways to apply the harmful settings; each returns the DATABASE_URL. */
const WAYS: readonly [string, () => Promise<string> | string][] = [
  ['options in DATABASE_URL', () => `${database.url}&options=${encodeURIComponent(OPTIONS)}`],
  [
    'PGOPTIONS',
    () => {
      process.env.PGOPTIONS = OPTIONS;
      return database.url;
    },
  ],
  [
    'ALTER DATABASE',
    async () => {
      await setForAll(`DATABASE ${nameOf(database.url)}`, HARMFUL);
      return database.url;
    },
  ],
  [
    'ALTER ROLE',
    async () => {
      await operator.query(`ALTER ROLE ${role} SUPERUSER`);
      await setForAll(`ROLE ${role}`, HARMFUL);
      return url;
    },
  ],
];

const SHOWN = Object.keys(HARMFUL)
  .map((name) => `current_setting('${name}') AS ${name}`)
  .join(', ');

describe.each(WAYS)('harmful settings set by %s', (_way, request) => {
  test('are overridden by the server, which records a claim and a proof', async () => {
    const server = await startTestServer({ DATABASE_URL: await request(), TRUST_PROXY: '1' });
    expect((await claim(server.url, wallet('top'), wallet('claimed'))).status).toBe(201);
    const { referral } = await new Visitor(server.url).signIn(newSigner(), wallet('top'));
    expect(referral?.status).toBe('proven');
    const common = {
      synchronous_commit: 'on',
      session_replication_role: 'origin',
      standard_conforming_strings: 'on',
      lock_timeout: '3s',
      statement_timeout: '5s',
      idle_in_transaction_session_timeout: '10s',
    };
    const { reading, writer } = server.database;
    const show = `SELECT ${SHOWN}`;
    expect(await writer.write((manager) => manager.query<unknown>(show))).toEqual([
      {
        ...common,
        default_transaction_isolation: 'read committed',
        default_transaction_read_only: 'off',
      },
    ]);
    expect(await atOneMoment(reading, (manager) => manager.query<unknown>(show))).toEqual([
      {
        ...common,
        default_transaction_isolation: 'repeatable read',
        default_transaction_read_only: 'on',
      },
    ]);
    await server.close();
  });
});

describe('a harmful setting that the user cannot change', () => {
  const open = (): Promise<Database> => openDatabase({ kind: 'postgres', url }, 'tool');

  test('keeps the database from being opened, with a line that names the setting and a remedy', async () => {
    await setForAll(`ROLE ${role}`, { session_replication_role: 'replica' });
    await expect(open()).rejects.toThrow(
      /^DATABASE_URL names the PostgreSQL database test_\w+ at \S+, where session_replication_role is replica instead of origin, and this user may not change it: remove it by ALTER ROLE … RESET session_replication_role [^\n]+$/,
    );
  });

  test('makes reads and writes on new connections fail; after it is reset, writes succeed again', async () => {
    const opened = await open();
    expect(await opened.writer.write(join('before'))).toBe('before');
    const cut = async (): Promise<void> => {
      await operator.query(
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = '${role}'`,
      );
    };
    await setForAll(`ROLE ${role}`, { session_replication_role: 'replica' });
    await cut();
    await expect(opened.writer.write(join('meanwhile'))).rejects.toThrow('cannot be written now');
    const reading = atOneMoment(opened.reading, (manager) => manager.query('SELECT 1'));
    await expect(reading).rejects.toMatchObject({
      message: 'The database cannot be read now. Try again shortly.',
      cause: { message: expect.stringContaining('session_replication_role is replica') },
    });
    await operator.query(`ALTER ROLE ${role} RESET ALL`);
    expect(await opened.writer.write(join('after'))).toBe('after');
    await opened.close();
  });
});
