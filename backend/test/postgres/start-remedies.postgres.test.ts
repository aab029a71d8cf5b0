import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { remedyFor } from '../../src/database/postgres/open-postgres.js';
import { openDatabase } from '../../src/open-database.js';
import { openShell } from '../support/shell.js';
import { createEmptyPostgres } from '../support/temporary-database.js';

test('the error for a user without the right to create tables names that right', async () => {
  const database = await createEmptyPostgres();
  const operator = await openShell(database.url);
  const role = `role_${randomUUID().replaceAll('-', '')}`;
  await operator.query(`CREATE ROLE ${role} LOGIN`);
  const url = new URL(database.url);
  url.username = role;
  await expect(openDatabase({ kind: 'postgres', url: url.href }, 'server')).rejects.toThrow(
    /permission denied for schema public\): GRANT CREATE ON SCHEMA public to its user/,
  );
  await operator.query(`DROP ROLE ${role}`);
  await operator.destroy();
  await database.remove();
});

test('the error for a missing database says to create it', async () => {
  const database = await createEmptyPostgres();
  const url = new URL(database.url);
  url.pathname = '/nowhere';
  await expect(openDatabase({ kind: 'postgres', url: url.href }, 'server')).rejects.toThrow(
    /database "nowhere" does not exist\): create that database/,
  );
  await database.remove();
});

test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /sslrootcert/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /sslrootcert/],
  ['28P01', /password/],
  ['ECONNREFUSED', /start that server/],
])('the error for %s has a remedy', (code, remedy) => {
  expect(remedyFor(Object.assign(new Error(code), { code }))).toMatch(remedy);
});
