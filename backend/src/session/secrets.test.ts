import { describe, expect, test } from '@jest/globals';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withFolder } from '../../test/support/temporary-database.js';
import { StartError } from '../core/errors.js';
import { loadSessionSecret } from './secrets.js';

describe('the secret that signs the cookies', () => {
  test('is created in the folder of the database, readable only by its user', async () => {
    await withFolder(async (folder) => {
      await loadSessionSecret({ kind: 'sqlite', path: join(folder, 'test.sqlite') });
      const path = join(folder, 'session-secret');
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      expect((await readFile(path, 'utf8')).trim().length).toBeGreaterThanOrEqual(43);
    });
  });

  test('is created once if it is loaded several times at once', async () => {
    await withFolder(async (folder) => {
      const load = () => loadSessionSecret({ kind: 'sqlite', path: join(folder, 'test.sqlite') });
      const secrets = await Promise.all([load(), load(), load()]);
      expect(new Set([...secrets, await load()]).size).toBe(1);
    });
  });

  test('prevents the start with a one-line error if its file is too short', async () => {
    await withFolder(async (folder) => {
      await writeFile(join(folder, 'session-secret'), 'short\n');
      const loading = loadSessionSecret({ kind: 'sqlite', path: join(folder, 'test.sqlite') });
      await expect(loading).rejects.toThrow(StartError);
      await expect(loading).rejects.toThrow(/^SESSION_SECRET [^\n]+$/);
    });
  });

  test('must be set with PostgreSQL, whose processes share it', async () => {
    const loading = loadSessionSecret({ kind: 'postgres', url: 'postgres://localhost/pyramidion' });
    await expect(loading).rejects.toThrow(StartError);
    await expect(loading).rejects.toThrow(/^SESSION_SECRET must be set [^\n]+$/);
  });
});
