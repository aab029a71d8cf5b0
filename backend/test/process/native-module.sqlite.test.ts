import { describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, open, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { openDatabase } from '../../src/open-database.js';
import '../support/fresh-build.js';
import { withFolder } from '../support/temporary-database.js';

/** Packages that a starting server loads from outside its bundle. */
const PACKAGES = ['sqlite3', 'bindings', 'file-uri-to-path'];

const NATIVE_MODULE = 'node_modules/sqlite3/build/Release/node_sqlite3.node';

/** Offset of the machine field in an ELF file. */
const ELF_MACHINE = 18;

const SPARC = 2;

/** First bytes of a macOS binary for Intel. */
const MACH_O = Buffer.from('cffaedfe07000001', 'hex');

async function overwrite(file: string, position: number, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(bytes, 0, bytes.length, position);
  await handle.close();
}

const DAMAGES: readonly (readonly [what: string, damage: (file: string) => Promise<void>])[] = [
  ['is for macOS', (file) => overwrite(file, 0, MACH_O)],
  ['is for another processor', (file) => overwrite(file, ELF_MACHINE, Buffer.of(SPARC, 0))],
  ['is empty', (file) => writeFile(file, '')],
];

async function copyProduct(folder: string): Promise<void> {
  for (const part of ['package.json', 'backend/dist']) {
    await cp(resolve(part), join(folder, part), { recursive: true });
  }
  await mkdir(join(folder, 'frontend'));
  await symlink(resolve('frontend/dist'), join(folder, 'frontend/dist'));
  for (const name of PACKAGES) {
    const place = join('node_modules', name);
    await cp(resolve(place), join(folder, place), {
      recursive: true,
      filter: (file) => !/\/(deps|src|obj\.target)$/.test(file),
    });
  }
}

async function run(folder: string, main: string, ...words: string[]) {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [join(folder, main), ...words], {
    cwd: folder,
    env: { PATH, DATABASE_URL: 'sqlite:test.sqlite' },
  });
  const stderr = text(child.stderr);
  await once(child, 'close');
  return { status: child.exitCode, stderr: await stderr };
}

const LINE =
  /^(error: )?SQLite's driver does not load on \w+-\w+ with Node v[\d.]+ \([^\n]+\): unpack [^\n]+ npm rebuild sqlite3 in a clone\n$/;

describe('the native module of SQLite', () => {
  test.each(DAMAGES)(
    'ends the server and ops with a one-line error if it %s',
    async (_, damage) => {
      await withFolder(async (folder) => {
        await copyProduct(folder);
        await damage(join(folder, NATIVE_MODULE));
        const path = join(folder, 'test.sqlite');
        await (await openDatabase({ kind: 'sqlite', path })).close();
        expect(await run(folder, 'backend/dist/main.js')).toEqual({
          status: 1,
          stderr: expect.stringMatching(LINE),
        });
        expect(await run(folder, 'backend/dist/ops/main.js', 'suspects')).toEqual({
          status: 2,
          stderr: expect.stringMatching(LINE),
        });
      });
    },
  );
});
