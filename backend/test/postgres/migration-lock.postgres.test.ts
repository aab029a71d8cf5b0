import { expect, test } from '@jest/globals';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import getPort from 'get-port';
import { Client } from 'pg';
import { launchBuiltServer } from '../support/built-server.js';
import { runOps } from '../support/run-ops.js';
import { createDatabase, withFolder } from '../support/temporary-database.js';

async function whileLocked(
  work: (url: string, pid: number, release: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const { url, remove } = await createDatabase();
  const holder = new Client({ connectionString: url });
  holder.on('error', () => undefined);
  await holder.connect();
  const { rows } = await holder.query<{ pid: number }>(
    'SELECT pg_backend_pid() AS pid FROM pg_advisory_lock(20563, 0)',
  );
  try {
    await work(url, rows[0]?.pid ?? 0, () => holder.end());
  } finally {
    await remove();
  }
}

async function firstWords(stream: Readable | null): Promise<string> {
  for await (const words of stream?.iterator({ destroyOnReturn: false }) ?? [])
    return String(words);
  return '';
}

test('a tool names the process that holds the migration lock, then fails with one line', async () => {
  await whileLocked(async (url, pid, release) => {
    const { status, stdout, stderr } = await runOps(url, 'suspects');
    expect([status, stdout]).toEqual([2, '']);
    const [waiting, error, ...rest] = stderr.split('\n');
    expect(waiting).toMatch(new RegExp(`^waiting for process ${pid} of PostgreSQL, which .*test_`));
    expect(error).toMatch(
      new RegExp(`^error: DATABASE_URL names the .*test_.*process ${pid} .*pg_terminate_backend`),
    );
    expect(rest).toEqual(['']);
    await release();
  });
}, 60_000);

test('a server names the process that holds the migration lock, and serves after the lock is released', async () => {
  await withFolder((folder) =>
    whileLocked(async (url, pid, release) => {
      const secret = 'the secret of all processes of a test';
      const server = launchBuiltServer(folder, {
        DATABASE_URL: url,
        SESSION_SECRET: secret,
        PORT: String(await getPort()),
      });
      expect(await firstWords(server.stderr)).toContain(`waiting for process ${pid} of PostgreSQL`);
      await release();
      expect(await firstWords(server.stdout)).toContain('Pyramidion is serving');
      server.kill();
      await once(server, 'close');
    }),
  );
}, 60_000);
