import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { withFolder } from '../../test/support/temporary-database.js';
import { makeBackup } from './make-backup.js';

test.each([
  ['postgres://u:p%40ss@db.example:5433/p', 'db.example 5433 u p@ss p - -'],
  ['postgres://u@[::1]/p', '::1 - u - p - -'],
  ['postgres://u@localhost/p?host=/run/postgresql', '/run/postgresql - u - p - -'],
  ['postgres://db.example/p?user=u&port=5433&sslmode=no-verify', 'db.example 5433 u - p require -'],
  ['postgres://u@db.example/p?sslmode=verify-full&sslkey=/k', 'db.example - u - p verify-full /k'],
])('pg_dump gets the variables for %s', async (url, connection) => {
  await withFolder(async (folder) => {
    const [program, file] = [join(folder, 'pg_dump'), join(folder, 'backup.dump')];
    const names = ['HOST', 'PORT', 'USER', 'PASSWORD', 'DATABASE', 'SSLMODE', 'SSLKEY'];
    const values = names.map((name) => `\${PG${name}:--}`).join(' ');
    await writeFile(program, `#!/bin/sh\nprintf %s "${values}" >"\${2#--file=}"\n`);
    await chmod(program, 0o755);
    const { PATH } = process.env;
    process.env['PATH'] = `${folder}:${String(PATH)}`;
    try {
      await makeBackup({ kind: 'postgres', url }, file);
    } finally {
      process.env['PATH'] = PATH;
    }
    expect(await readFile(file, 'utf8')).toBe(connection);
  });
});
