import { describe, expect, test } from '@jest/globals';
import { copyFile, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eachInFolder } from '../support/each-in-folder.js';
import { claim, getStats } from '../support/api.js';
import { startBuiltServer, type BuiltServer } from '../support/built-server.js';
import { canMount } from '../support/faults/small-disk.js';
import { mountOver, REPLACEMENTS, runInShell, unmount } from '../support/faults/replacements.js';
import { runOps } from '../support/run-ops.js';
import { wallet } from '../support/wallets.js';

const testWithMounts = canMount ? test : test.skip;

let folder: string;

eachInFolder((made) => (folder = made));

const ENVIRONMENT = { DATABASE_URL: 'sqlite:data/test.sqlite', TRUST_PROXY: '1' };

const BEFORE = 20;

/** Only some of the {@link REPLACEMENTS}, to save time. */
const COMMANDS = [
  'mv data moved && mkdir data',
  'rm data/test.sqlite-wal',
  'rm data/test.sqlite.lock',
  'rm data/session-secret',
];

async function startWithClaims(folder: string): Promise<BuiltServer> {
  const server = await startBuiltServer(folder, ENVIRONMENT);
  await claimEach(server, 0, BEFORE);
  return server;
}

async function startWithBackup(folder: string): Promise<BuiltServer> {
  const server = await startBuiltServer(folder, ENVIRONMENT);
  await claimEach(server, 0, BEFORE / 2);
  const database = `sqlite:${join(folder, 'data/test.sqlite')}`;
  expect(await runOps(database, 'backup', join(folder, 'backup.sqlite'))).toMatchObject({
    status: 0,
  });
  await claimEach(server, BEFORE / 2, BEFORE);
  return server;
}

async function claimEach({ url }: BuiltServer, from: number, to: number): Promise<void> {
  const recruits = Array.from({ length: to - from }, (_, index) => wallet(from + index));
  const answers = await Promise.all(recruits.map((each) => claim(url, wallet('top'), each)));
  expect(answers.map(({ status }) => status)).toEqual(recruits.map(() => 201));
}

async function expectNoClaim({ url }: BuiltServer): Promise<void> {
  const answer = await claim(url, wallet('top'), wallet('late')).catch(() => null);
  expect([null, 503]).toContain(answer?.status ?? null);
}

async function expectEnd(server: BuiltServer, file: string): Promise<void> {
  expect((await server.ending).status).toBe(1);
  const lines = server.log().split('\n');
  const fatal = lines.filter((line) => line.includes('"level":"fatal"'));
  expect(fatal).toHaveLength(1);
  expect(fatal[0]).toContain(`/data/${file} was removed, replaced or overwritten`);
}

describe('a running server whose files are removed or replaced', () => {
  test.each(REPLACEMENTS.filter(({ command }) => COMMANDS.includes(command)))(
    'exits with 1, and does not acknowledge the next claim, after $command',
    async ({ command, file, isKept }) => {
      const server = await startWithClaims(folder);
      runInShell(command, folder);
      await expectNoClaim(server);
      await expectEnd(server, file);
      if (!isKept) return;
      const next = await startBuiltServer(folder, ENVIRONMENT);
      expect((await getStats(next.url, wallet('top'))).directRecruits).toBeGreaterThanOrEqual(
        BEFORE,
      );
      expect(await next.stop('SIGTERM')).toBe(0);
    },
  );

  test('exits with 1 even if it is idle', async () => {
    const server = await startWithClaims(folder);
    runInShell('rm data/test.sqlite', folder);
    await expectEnd(server, 'test.sqlite');
  });

  testWithMounts(
    'exits with 1 if a disk is mounted over its data folder (needs mounts)',
    async () => {
      const server = await startWithClaims(folder);
      const data = join(folder, 'data');
      mountOver(data);
      try {
        await expectEnd(server, 'test.sqlite');
      } finally {
        unmount(data);
      }
      const next = await startBuiltServer(folder, ENVIRONMENT);
      expect((await getStats(next.url, wallet('top'))).directRecruits).toBe(BEFORE);
      await next.stop('SIGTERM');
    },
  );

  test('exits if a backup overwrites its database, and keeps the write-ahead log; a new server serves the backup', async () => {
    const server = await startWithBackup(folder);
    const backup = join(folder, 'backup.sqlite');
    await copyFile(backup, join(folder, 'same.sqlite'));
    runInShell('cp backup.sqlite data/test.sqlite', folder);
    await expectNoClaim(server);
    await expectEnd(server, 'test.sqlite');
    const path = join(folder, 'data/test.sqlite');
    expect(await readFile(path)).toEqual(await readFile(join(folder, 'same.sqlite')));
    const aside = (await readdir(join(folder, 'data'))).filter((name) =>
      name.startsWith('test.sqlite-wal.replaced-'),
    );
    expect(aside).toHaveLength(1);
    const next = await startBuiltServer(folder, ENVIRONMENT);
    expect((await getStats(next.url, wallet('top'))).directRecruits).toBe(BEFORE / 2);
    await next.stop('SIGTERM');
  });

  test('exits if its database is moved away; after the database is moved back, a new server serves all data', async () => {
    const server = await startWithClaims(folder);
    runInShell('mv data/test.sqlite moved.sqlite', folder);
    await server.ending;
    await expect(startBuiltServer(folder, ENVIRONMENT)).rejects.toThrow(
      /DATABASE_URL names [^\n]+, which is missing, although its journal [^\n]+ exists: put the database back/,
    );
    runInShell('mv moved.sqlite data/test.sqlite', folder);
    const next = await startBuiltServer(folder, ENVIRONMENT);
    expect((await getStats(next.url, wallet('top'))).directRecruits).toBe(BEFORE);
    await next.stop('SIGTERM');
  });

  test('exits if its database is removed, and a second server on the same path takes over', async () => {
    const first = await startWithClaims(folder);
    runInShell('rm data/test.sqlite*', folder);
    const second = await startBuiltServer(folder, ENVIRONMENT);
    await expectEnd(first, 'test.sqlite');
    expect((await claim(second.url, wallet('top'), wallet('late'))).status).toBe(201);
    expect(await second.stop('SIGTERM')).toBe(0);
    const third = await startBuiltServer(folder, ENVIRONMENT);
    expect((await getStats(third.url, wallet('top'))).directRecruits).toBe(1);
    await third.stop('SIGTERM');
  });
});
