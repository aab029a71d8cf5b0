import { describe, expect, test } from '@jest/globals';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withFolder } from '../../test/support/temporary-database.js';
import { StartError } from '../core/errors.js';
import { Settings } from '../settings.js';
import { loadSessionSecret } from './secrets.js';

const settingsIn = (folder: string) =>
  new Settings({ DATABASE_URL: `sqlite:${join(folder, 'test.sqlite')}` });

describe('the secret that signs the cookies', () => {
  test('is created in the folder of the database, readable only by its user', async () => {
    await withFolder(async (folder) => {
      await loadSessionSecret(settingsIn(folder));
      const path = join(folder, 'session-secret');
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      expect((await readFile(path, 'utf8')).trim().length).toBeGreaterThanOrEqual(43);
    });
  });

  test('is created once if it is loaded several times at once', async () => {
    await withFolder(async (folder) => {
      const load = () => loadSessionSecret(settingsIn(folder));
      const secrets = await Promise.all([load(), load(), load()]);
      expect(new Set([...secrets, await load()]).size).toBe(1);
    });
  });

  test('prevents the start with a one-line error if its file is too short', async () => {
    await withFolder(async (folder) => {
      await writeFile(join(folder, 'session-secret'), 'short\n');
      const loading = loadSessionSecret(settingsIn(folder));
      await expect(loading).rejects.toThrow(StartError);
      await expect(loading).rejects.toThrow(/^SESSION_SECRET [^\n]+$/);
    });
  });

  test('is in TRANSPARENCY_LOG_DIR on PostgreSQL, in a folder that is made for this user only', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'new', 'data');
      const settings = new Settings({
        DATABASE_URL: 'postgres://localhost/x',
        TRANSPARENCY_LOG_DIR: folder,
      });
      const load = () => loadSessionSecret(settings);
      const secrets = await Promise.all([load(), load()]);
      expect(new Set(secrets).size).toBe(1);
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
      expect((await stat(join(folder, 'session-secret'))).mode & 0o777).toBe(0o600);
    });
  });
});
