import { expect, test } from '@jest/globals';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openAsIs } from '../../src/database/sqlite/connection.js';
import { seedDatabase } from '../support/data/seed.js';
import { spawnOps } from '../support/run-ops.js';
import { withFolder } from '../support/temporary-database.js';

/** Adds 300 MB, so that commands still run when they are interrupted. */
const PADDING = `
CREATE TABLE padding AS
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300) SELECT zeroblob(1000000) FROM n`;

const HIDE_CURSOR = '\x1b[?25l';
const SHOW_CURSOR = '\x1b[?25h';
const WRAP_LINES = '\x1b[?7h';

const AT_TERMINAL = {
  NODE_OPTIONS: '--import=data:text/javascript,process.stderr.isTTY=true',
};

async function interrupt(folder: string, words: readonly string[], name: RegExp): Promise<string> {
  const url = `sqlite:${join(folder, 'test.sqlite')}`;
  const child = spawnOps(url, words, AT_TERMINAL);
  const watching = watch(folder, (_event, file) => {
    if (!name.test(file ?? '')) return;
    child.kill('SIGINT');
    watching.close();
  });
  const said = text(child.stderr);
  await once(child, 'close');
  expect(child.signalCode).toBe('SIGINT');
  return said;
}

function expectReset(said: string): void {
  expect(said.lastIndexOf(SHOW_CURSOR)).toBeGreaterThan(said.indexOf(HIDE_CURSOR));
  expect(said).toContain(WRAP_LINES);
}

test('Ctrl-C during a backup or a restore removes the unfinished file and resets the terminal', async () => {
  await withFolder(async (folder) => {
    const path = join(folder, 'test.sqlite');
    await seedDatabase(`sqlite:${path}`, 5);
    const database = await openAsIs(path);
    await database.query(PADDING);
    await database.destroy();
    await copyFile(path, join(folder, 'backup.sqlite'));
    for (const [words, name] of [
      [['backup', join(folder, 'other.sqlite')], /\.new$/],
      [['restore', join(folder, 'backup.sqlite')], /\.restoring$/],
    ] as const) {
      const said = await interrupt(folder, words, name);
      expect((await readdir(folder)).filter((file) => name.test(file))).toEqual([]);
      expectReset(said);
    }
  });
}, 120_000);

test('an export resets the terminal if its reader has closed the pipe', async () => {
  await withFolder(async (folder) => {
    const url = `sqlite:${join(folder, 'test.sqlite')}`;
    await seedDatabase(url, 1_000);
    const child = spawnOps(url, ['export', 'referrals'], AT_TERMINAL);
    child.stdout.destroy();
    const said = text(child.stderr);
    await once(child, 'close');
    expect(child.exitCode).toBe(0);
    expectReset(await said);
  });
}, 60_000);
