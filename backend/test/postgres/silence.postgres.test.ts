import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { openDatabase } from '../../src/open-database.js';
import { portOf } from '../support/port-of.js';
import { countWallets, join } from '../support/data/joining.js';
import { eventually } from '../support/eventually.js';
import { openShell } from '../support/shell.js';
import { createDatabase } from '../support/temporary-database.js';
import { layWire } from './wire.js';

/** Maximum time in ms for PostgreSQL to end a connection. */
const PATIENCE_MS = 60_000;

/** The messages AuthenticationOk and ReadyForQuery of PostgreSQL. */
const WELCOME = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I');

async function startSilent(greeting: Buffer): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.write(greeting));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

async function expectToGiveUp(greeting: Buffer): Promise<void> {
  const server = await startSilent(greeting);
  const url = `postgres://user:not-for-the-log@127.0.0.1:${portOf(server)}/campaign`;
  await expect(openDatabase({ kind: 'postgres', url }, 'tool')).rejects.toThrow(
    /^DATABASE_URL names the PostgreSQL database campaign at 127.0.0.1:\d+, which cannot be used \(Error: [^()]*timeout[^()]*\): start that server/,
  );
  server.close();
}

test('opening a database fails with a timeout if PostgreSQL does not answer', async () => {
  await Promise.all([Buffer.alloc(0), WELCOME].map(expectToGiveUp));
});

const pidsSchema = z.tuple([z.object({ pid: z.number() })]);
const connectionsSchema = z.tuple([z.object({ count: z.coerce.number() })]);

test('no connection stays open after a database could not be opened for lack of connections', async () => {
  const database = await createDatabase();
  const operator = await openShell(database.url);
  const role = `role_${randomUUID().replaceAll('-', '')}`;
  await operator.query(`CREATE ROLE ${role} LOGIN CONNECTION LIMIT 2`);
  await operator.query(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
  const url = new URL(database.url);
  url.username = role;
  const connections = async () => {
    const sql = `SELECT count(*) FROM pg_stat_activity WHERE usename = '${role}'`;
    return connectionsSchema.parse(await operator.query(sql))[0].count;
  };
  await expect(openDatabase({ kind: 'postgres', url: url.href }, 'server')).rejects.toThrow(
    /^DATABASE_URL names [^()]* cannot be used \([^()]*too many connections for role/,
  );
  await eventually(connections, 0);
  await operator.query(`DROP OWNED BY ${role}`);
  await operator.query(`DROP ROLE ${role}`);
  await operator.destroy();
  await database.remove();
});

/** Code of a worker thread. It waits until a connection has ended, then resumes the main thread. */
const RESUMER = `
  const { workerData: { url, pid, resumed } } = require('node:worker_threads');
  const { Client } = require('pg');
  (async () => {
    const client = new Client(url);
    await client.connect();
    const alive = () => client.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid]);
    while ((await alive()).rowCount > 0);
    await client.end();
    Atomics.store(resumed, 0, 1);
    Atomics.notify(resumed, 0);
  })();
`;

/** Blocks the main thread, as if the process were suspended, until PostgreSQL has ended the connection. */
function standStill(url: string, pid: number): void {
  const resumed = new Int32Array(new SharedArrayBuffer(4));
  new Worker(RESUMER, { eval: true, workerData: { url, pid, resumed } });
  expect(Atomics.wait(resumed, 0, 0, PATIENCE_MS)).not.toBe('timed-out');
}

test('a process that is suspended until PostgreSQL ends its transaction rejects the write, and can then write again', async () => {
  const { url, remove } = await createDatabase();
  const { searchParams, pathname } = new URL(url);
  // Through the wire, the next statement is sent before the error about the ended transaction arrives.
  const wire = await layWire(`${searchParams.get('host') ?? ''}/.s.PGSQL.5432`);
  const tcp = `postgres://postgres@127.0.0.1:${wire.port}${pathname}`;
  const database = await openDatabase({ kind: 'postgres', url: tcp });
  const write = database.writer.write(async (manager) => {
    const [{ pid }] = pidsSchema.parse(await manager.query('SELECT pg_backend_pid() AS pid'));
    await manager.query("SET LOCAL idle_in_transaction_session_timeout = '50ms'");
    standStill(url, pid);
    await join('too late')(manager);
  });
  await expect(write).rejects.toThrow('The database cannot be written now. Try again shortly.');
  expect(await database.writer.write(join('in time'))).toBe('in time');
  expect(await countWallets(database)).toBe(1);
  await database.close();
  await wire.close();
  await remove();
});
