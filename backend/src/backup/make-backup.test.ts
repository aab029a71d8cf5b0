import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { expect, test } from '@jest/globals';
import { eventually } from '../../test/support/eventually.js';
import { withFolder } from '../../test/support/temporary-database.js';
import { within } from '../core/time-limit.js';
import { makeBackup } from './make-backup.js';

/** Returns the backup by a fake `pg_dump`, which writes what the shell command `print` prints. */
async function dumpBy(print: string, url: string): Promise<string> {
  let dump = '';
  await withPgDump(print, async (folder) => {
    const file = join(folder, 'backup.dump');
    await makeBackup({ kind: 'postgres', url }, file, new AbortController().signal);
    expect(new Set(await readdir(folder))).toEqual(new Set(['pg_dump', 'backup.dump']));
    dump = await readFile(file, 'utf8');
  });
  return dump;
}

async function withPgDump(print: string, work: (folder: string) => Promise<void>): Promise<void> {
  await withFolder(async (folder) => {
    const program = join(folder, 'pg_dump');
    await writeFile(program, `#!/bin/sh\n${print} >"\${2#--file=}"\n`);
    await chmod(program, 0o755);
    const { PATH } = process.env;
    process.env['PATH'] = `${folder}:${String(PATH)}`;
    try {
      await work(folder);
    } finally {
      process.env['PATH'] = PATH;
    }
  });
}

test.each([
  ['postgres://u:p%40ss@db.example:5433/p', 'db.example 5433 u p@ss p - -'],
  ['postgres://u@[::1]/p', '::1 - u - p - -'],
  ['postgres://u@localhost/p?host=/run/postgresql', '/run/postgresql - u - p - -'],
  ['postgres://db.example/p?user=u&port=5433&sslmode=no-verify', 'db.example 5433 u - p require -'],
  ['postgres://u@db.example/p?sslmode=verify-full&sslkey=/k', 'db.example - u - p verify-full /k'],
])('pg_dump gets the variables for %s', async (url, connection) => {
  const names = ['HOST', 'PORT', 'USER', 'PASSWORD', 'DATABASE', 'SSLMODE', 'SSLKEY'];
  const values = names.map((name) => `\${PG${name}:--}`).join(' ');
  expect(await dumpBy(`printf %s "${values}"`, url)).toBe(connection);
});

test('pg_dump trusts the certificates that Node trusts, unless the URL has sslrootcert', async () => {
  const url = 'postgres://u@db.example/p?sslmode=verify-full';
  expect(await dumpBy('cat "$PGSSLROOTCERT"', url)).toContain(rootCertificates.join('\n'));
  expect(await dumpBy('printf %s "$PGSSLROOTCERT"', `${url}&sslrootcert=/ca`)).toBe('/ca');
});

test('pg_dump checks no certificate with sslmode=no-verify', async () => {
  const url = 'postgres://u@db.example/p?sslmode=no-verify';
  expect(await dumpBy('printf %s "$PGSSLROOTCERT"', url)).toBe('');
});

const SILENT = 'exec tail -f /dev/null';

test('an aborted backup ends pg_dump, and leaves no file', async () => {
  await withPgDump(SILENT, async (folder) => {
    const file = join(folder, 'backup.dump');
    const stop = new AbortController();
    const backup = makeBackup({ kind: 'postgres', url: 'postgres://u@db/p' }, file, stop.signal);
    const files = () => readdir(folder).then((names) => names.includes('backup.dump.new'));
    await eventually(files, true);
    stop.abort();
    await expect(backup).rejects.toThrow('pg_dump');
    expect(await readdir(folder)).toEqual(['pg_dump']);
  });
});

test('a backup that exceeds its time limit fails with a message', async () => {
  await withPgDump(SILENT, async (folder) => {
    const file = join(folder, 'backup.dump');
    const backup = within(1, new AbortController().signal, 'the backup', (signal) =>
      makeBackup({ kind: 'postgres', url: 'postgres://u@db/p' }, file, signal),
    );
    await expect(backup).rejects.toThrow('the backup took longer than 0.001 s');
    expect(await readdir(folder)).toEqual(['pg_dump']);
  });
});
