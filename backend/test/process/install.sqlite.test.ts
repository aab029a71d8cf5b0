import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { create } from 'tar';
import { eventually } from '../support/eventually.js';
import { withFolder } from '../support/temporary-database.js';

const DRIVER = 'node_modules/sqlite3/build/Release/node_sqlite3.node';

/** Install script of the driver. Copies the driver of this repository; the real script downloads or compiles one. */
const INSTALL = `const { cpSync, mkdirSync } = require('node:fs');
mkdirSync('build/Release', { recursive: true });
cpSync(${JSON.stringify(resolve(DRIVER))}, 'build/Release/node_sqlite3.node');`;

/** Settings of npm that would break the installation. */
const SETTINGS = {
  'ignore-scripts': 'true',
  omit: 'optional',
  'dry-run': 'true',
  'engine-strict': 'true',
  global: 'true',
  'install-strategy': 'linked',
  'package-lock': 'false',
  cpu: 'sparc',
  os: 'plan9',
};

/** Packages of a small clone: a driver, a package for this platform, and a package for a newer Node.js. */
const PACKAGES = {
  sqlite3: { scripts: { install: 'node install.js' } },
  binary: { os: [process.platform], cpu: [process.arch] },
  tool: { engines: { node: '>=99' } },
};

jest.setTimeout(180_000);

let clone: string;

/** Runs a program without the user's npm settings. */
function run(folder: string, program: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const { PATH } = process.env;
  return spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 120_000,
    env: { PATH, HOME: folder, npm_config_offline: 'true', ...env },
  });
}

/**
 * Returns arguments with which node installs missing packages.
 * @param prelude JavaScript to run first
 */
function installing(folder: string, prelude = ''): string[] {
  const url = pathToFileURL(join(folder, 'backend/commands/install.js')).href;
  const script = `${prelude} const { installMissing } = await import('${url}');
    await installMissing().catch(({ message }) => { console.error(message); process.exitCode = 1; });`;
  return ['--input-type=module', '-e', script];
}

function install(folder: string, env: NodeJS.ProcessEnv = {}) {
  return run(folder, process.execPath, installing(folder), env);
}

beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), 'pyramidion-install-'));
  for (const [name, manifest] of Object.entries(PACKAGES)) {
    const folder = join(clone, 'packed', 'package');
    await mkdir(folder, { recursive: true });
    const text = JSON.stringify({ name, version: '1.0.0', ...manifest });
    await writeFile(join(folder, 'package.json'), text);
    await writeFile(join(folder, 'install.js'), INSTALL);
    const file = join(clone, `${name}.tgz`);
    await create({ cwd: join(clone, 'packed'), file, gzip: true }, ['package']);
  }
  const manifest = {
    name: 'clone',
    allowScripts: { sqlite3: true },
    dependencies: { sqlite3: 'file:sqlite3.tgz' },
    optionalDependencies: { binary: 'file:binary.tgz' },
    devDependencies: { tool: 'file:tool.tgz' },
  };
  await writeFile(join(clone, 'package.json'), JSON.stringify(manifest));
  await cp('backend/commands', join(clone, 'backend/commands'), { recursive: true });
  const locked = run(clone, 'npm', ['install', '--package-lock-only', '--ignore-scripts']);
  expect([locked.status, locked.stderr]).toEqual([0, expect.any(String)]);
});

afterAll(() => rm(clone, { recursive: true }));

async function withClone(work: (folder: string) => Promise<void> | void): Promise<void> {
  await withFolder(async (folder) => {
    await cp(clone, folder, { recursive: true });
    await work(folder);
  });
}

describe('npm commands install all that is needed', () => {
  test('despite settings in .npmrc and the environment, and after an npm ci that left packages out', async () => {
    await withClone(async (folder) => {
      const plain = run(folder, 'npm', ['ci', '--ignore-scripts', '--omit=optional']);
      expect([plain.status, existsSync(join(folder, 'node_modules/binary'))]).toEqual([0, false]);
      const lines = Object.entries(SETTINGS).map(([name, value]) => `${name}=${value}\n`);
      await writeFile(join(folder, '.npmrc'), lines.join(''));
      const env = Object.fromEntries(
        Object.entries(SETTINGS).map(([name, value]) => [
          `npm_config_${name.replaceAll('-', '_')}`,
          value,
        ]),
      );
      expect(install(folder, { ...env, NODE_ENV: 'production' })).toMatchObject({ status: 0 });
      const files = [DRIVER, 'node_modules/binary', 'node_modules/tool'];
      expect(files.filter((file) => !existsSync(join(folder, file)))).toEqual([]);
    });
  });
});

interface Command {
  /** Returns the standard error so far. */
  readonly said: () => string;
  readonly ended: Promise<number | null>;
}

function startInstalling(folder: string, prelude = ''): Command {
  const { PATH } = process.env;
  const command = spawn(process.execPath, installing(folder, prelude), {
    cwd: folder,
    env: { PATH, HOME: folder, npm_config_offline: 'true' },
  });
  let text = '';
  command.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { said: () => text, ended: once(command, 'close').then(() => command.exitCode) };
}

async function expectOneInstalls(folder: string, commands: readonly Command[]): Promise<void> {
  const statuses = await Promise.all(commands.map(({ ended }) => ended));
  expect(statuses.filter((status) => status !== 0)).toEqual([]);
  expect(commands.filter(({ said }) => said().includes('Installing'))).toHaveLength(1);
  expect((await readdir(folder)).filter((name) => name.startsWith('.pyramidion'))).toEqual([]);
}

const DEAD_PROCESS = String(spawnSync(process.execPath, ['-e', '']).pid);

test.each([
  ['a lock', '.pyramidion.lock', DEAD_PROCESS],
  ['an empty lock', '.pyramidion.lock', ''],
  ['a guard of the lock', '.pyramidion.lock.guard', ''],
])(
  'of commands that start together, one installs, even if a dead command has left %s',
  async (_what, name, content) => {
    await withClone(async (folder) => {
      await writeFile(join(folder, name), content);
      await utimes(join(folder, name), new Date(0), new Date(0));
      await expectOneInstalls(
        folder,
        [1, 2, 3].map(() => startInstalling(folder)),
      );
    });
  },
);

test('a command takes over a lock that names its own process ID', async () => {
  await withClone(async (folder) => {
    const lock = `(await import('node:fs')).writeFileSync('.pyramidion.lock', String(process.pid));`;
    await expectOneInstalls(folder, [startInstalling(folder, lock)]);
  });
});

test('npm commands wait while a running process has their lock', async () => {
  await withClone(async (folder) => {
    const lock = join(folder, '.pyramidion.lock');
    await writeFile(lock, String(process.pid));
    const commands = [1, 2].map(() => startInstalling(folder));
    const waiting = () => commands.filter(({ said }) => said().includes('Waiting')).length;
    await eventually(() => Promise.resolve(waiting()), 2);
    await rm(lock);
    await expectOneInstalls(folder, commands);
  });
});

describe('npm commands say what to do', () => {
  test('if a command waits for another one for 15 minutes', async () => {
    await withClone(async (folder) => {
      const lock = join(folder, '.pyramidion.lock');
      await writeFile(lock, String(process.pid));
      const hurry = 'let minutes = 0; performance.now = () => (minutes += 10) * 60_000;';
      const { status, stderr } = run(folder, process.execPath, installing(folder, hurry));
      expect(status).toBe(1);
      expect(stderr).toContain(`Waiting for process ${process.pid}, which installs or builds`);
      expect(stderr).toContain(
        `waited for process ${process.pid} for 15 minutes. End that process`,
      );
      expect(existsSync(lock)).toBe(true);
    });
  });

  test('if npm leaves out a package with a binary', async () => {
    await withClone(async (folder) => {
      await rm(join(folder, 'binary.tgz'));
      await rm(join(folder, '.npm'), { recursive: true });
      const { status, stderr } = install(folder);
      expect(status).toBe(1);
      expect(stderr).toContain('npm did not install node_modules/binary. Remove the setting');
    });
  });

  test('if the install script of the driver leaves no driver that loads', async () => {
    await withClone(async (folder) => {
      expect(run(folder, 'npm', ['ci', '--ignore-scripts']).status).toBe(0);
      await writeFile(join(folder, 'node_modules/sqlite3/install.js'), '');
      const { status, stderr } = install(folder);
      expect(status).toBe(1);
      expect(stderr).toContain('no driver that this Node.js can load. Remove settings');
    });
  });
});
