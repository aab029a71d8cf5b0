import { expect, test } from '@jest/globals';
import { once } from 'node:events';
import type { Server } from 'node:net';
import { createServer } from 'node:net';
import { z } from 'zod';
import { openDatabase } from '../src/database/open-database.js';

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
