import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { z } from 'zod';
import { openDatabase } from '../../src/open-database.js';
import { eventually } from '../support/eventually.js';
import { openShell } from '../support/shell.js';
import { createDatabase } from '../support/temporary-database.js';

/** What PostgreSQL says to somebody it lets in: no password is wanted, and ask what you like. */
const WELCOME = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I');

const addressSchema = z.object({ port: z.int() });

/** A server that takes every connection, says `greeting` to its first words, and then nothing. */
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
  const { port } = addressSchema.parse(server.address());
  const url = `postgres://user:not-for-the-log@127.0.0.1:${port}/campaign`;
  await expect(openDatabase({ kind: 'postgres', url }, 'of a tool')).rejects.toThrow(
    /^DATABASE_URL names the PostgreSQL database campaign at 127.0.0.1:\d+, which cannot be used \(Error: [^()]*timeout[^()]*\): start that server/,
  );
  server.close();
}

test('a PostgreSQL that says nothing, or nothing after it has let somebody in, keeps nobody waiting', async () => {
  await Promise.all([Buffer.alloc(0), WELCOME].map(expectToGiveUp));
});

const connectionsSchema = z.tuple([z.object({ count: z.coerce.number() })]);

test('a PostgreSQL that gives the server some of its connections only is let go of when the start fails', async () => {
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
  await expect(openDatabase({ kind: 'postgres', url: url.href }, 'of a server')).rejects.toThrow(
    /^DATABASE_URL names [^()]* cannot be used \([^()]*too many connections for role/,
  );
  await eventually(connections, 0);
  await operator.query(`DROP OWNED BY ${role}`);
  await operator.query(`DROP ROLE ${role}`);
  await operator.destroy();
  await database.remove();
});
