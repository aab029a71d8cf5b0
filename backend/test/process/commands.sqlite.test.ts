import { afterAll, expect, test } from '@jest/globals';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eventually } from '../support/eventually.js';
import { withFolder } from '../support/temporary-database.js';

const PACKAGE = resolve('package.json');
const RUN = pathToFileURL(resolve('backend/commands/run.js')).href;

const SERVER = "console.log('pid ' + process.pid); setInterval(() => undefined, 1_000);";

const commands = Array.from(
  readFileSync(PACKAGE, 'utf8').matchAll(/"([\w:]+)": "node (backend\/commands\/\S+\.js)"/g),
  ([, name = '', program = '']) => [name, program] as const,
);

/** Debian's sh does not pass SIGTERM on; bash replaces itself with the command. */
const SHELLS = ['/bin/sh', '/bin/bash'].filter((shell) => existsSync(shell));

const running = new Set<number>();

afterAll(() => {
  for (const server of running) process.kill(server, 'SIGKILL');
});

async function end(command: ChildProcess): Promise<void> {
  let said = '';
  for (const output of [command.stdout, command.stderr]) {
    output?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  }
  let state = 'starts';
  command.on('close', () => (state = 'has ended'));
  const look = (): Promise<string> => {
    if (state === 'starts' && /pid \d+\n/.test(said)) state = 'serves';
    return Promise.resolve(state === 'starts' ? `${state}: ${said}` : state);
  };
  await eventually(look, 'serves');
  const server = Number(/pid (\d+)/.exec(said)?.[1]);
  running.add(server);
  command.kill('SIGTERM');
  await eventually(look, 'has ended');
  running.delete(server);
}

const AS_OLDER = `data:text/javascript,${encodeURIComponent(
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.18.3' } });",
)}`;

test.each(commands)('npm run %s rejects Node.js 20.18.3', (_, program) => {
  const args = ['--import', AS_OLDER, resolve(program)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toBe('Pyramidion needs Node.js 20.19 or newer, and this is 20.18.3\n');
});

test('the build rejects a clone whose path has a space, before it installs anything', async () => {
  await withFolder(async (folder) => {
    const clone = join(folder, 'a clone');
    await cp('backend/commands', join(clone, 'backend/commands'), { recursive: true });
    for (const file of ['package.json', 'package-lock.json'])
      await copyFile(file, join(clone, file));
    const command = join(clone, 'backend/commands/build-product.js');
    const { status, stdout, stderr } = spawnSync(process.execPath, [command], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^The path of \/[^\n]+\/a clone has a space, [^\n]+\n$/);
    expect(await readdir(clone)).not.toContain('node_modules');
  });
});

test.each(SHELLS)('SIGTERM ends all processes of npm run in %s', async (shell) => {
  const [[name, program] = ['', '']] = commands;
  await withFolder(async (folder) => {
    await copyFile(PACKAGE, join(folder, 'package.json'));
    await mkdir(join(folder, dirname(program)), { recursive: true });
    await writeFile(join(folder, program), `import '${RUN}'; ${SERVER}`);
    await end(spawn('npm', ['run', name, `--script-shell=${shell}`], { cwd: folder }));
  });
});
