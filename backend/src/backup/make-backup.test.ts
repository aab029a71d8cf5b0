import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { expect, test } from '@jest/globals';
import { withFolder } from '../../test/support/temporary-database.js';
import { makeBackup } from './make-backup.js';

/** Returns what `pg_dump` writes: a shell script that prints it. */
async function dumpBy(print: string, url: string): Promise<string> {
  let dump = '';
  await withFolder(async (folder) => {
    const [program, file] = [join(folder, 'pg_dump'), join(folder, 'backup.dump')];
    await writeFile(program, `#!/bin/sh\n${print} >"\${2#--file=}"\n`);
    await chmod(program, 0o755);
    const { PATH } = process.env;
    process.env['PATH'] = `${folder}:${String(PATH)}`;
    try {
      await makeBackup({ kind: 'postgres', url }, file);
    } finally {
      process.env['PATH'] = PATH;
    }
    expect(new Set(await readdir(folder))).toEqual(new Set(['pg_dump', 'backup.dump']));
    dump = await readFile(file, 'utf8');
  });
  return dump;
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
