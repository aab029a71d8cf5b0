import { expect, test } from '@jest/globals';
import { once } from 'node:events';
import { copyFile, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { seedDatabase } from '../support/data/seed.js';
import { spawnOps } from '../support/run-ops.js';
import { withFolder } from '../support/temporary-database.js';

const HIDE_CURSOR = '\x1b[?25l';
const SHOW_CURSOR = '\x1b[?25h';
const WRAP_LINES = '\x1b[?7h';

const AT_TERMINAL = '--import=data:text/javascript,process.stderr.isTTY=true';

const INTERRUPTED = pathToFileURL(resolve('backend/test/support/faults/interrupted-copy.js')).href;

function expectReset(said: string): void {
  expect(said.lastIndexOf(SHOW_CURSOR)).toBeGreaterThan(said.indexOf(HIDE_CURSOR));
  expect(said).toContain(WRAP_LINES);
}

test.each([
  ['a backup', ['backup', 'other.sqlite']],
  ['a restore', ['restore', 'backup.sqlite']],
])('Ctrl-C during %s removes the unfinished file and resets the terminal', async (_, words) => {
  await withFolder(async (folder) => {
    const path = join(folder, 'test.sqlite');
    await seedDatabase(`sqlite:${path}`, 5);
    await copyFile(path, join(folder, 'backup.sqlite'));
    const options = { NODE_OPTIONS: `${AT_TERMINAL} --import=${INTERRUPTED}` };
    const child = spawnOps(`sqlite:${path}`, words, options, folder);
    const said = text(child.stderr);
    await once(child, 'close');
    expect(child.signalCode).toBe('SIGINT');
    const names = await readdir(folder);
    expect(names.filter((name) => /\.(new|restoring)/.test(name))).toEqual([]);
    expectReset(await said);
  });
});

test('an export resets the terminal if its reader has closed the pipe', async () => {
  await withFolder(async (folder) => {
    const url = `sqlite:${join(folder, 'test.sqlite')}`;
    await seedDatabase(url, 1_000);
    const child = spawnOps(url, ['export', 'referrals'], { NODE_OPTIONS: AT_TERMINAL });
    child.stdout.destroy();
    const said = text(child.stderr);
    await once(child, 'close');
    expect(child.exitCode).toBe(0);
    expectReset(await said);
  });
}, 60_000);
