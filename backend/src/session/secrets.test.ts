import { describe, expect, test } from '@jest/globals';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eachInFolder } from '../../test/support/each-in-folder.js';
import { StartError } from '../core/errors.js';
import { Settings } from '../settings.js';
import { loadSessionSecret } from './secrets.js';

let folder: string;

eachInFolder((made) => (folder = made));

const settingsIn = (folder: string) =>
  new Settings({ DATABASE_URL: `sqlite:${join(folder, 'test.sqlite')}` });

describe('the secret that signs the cookies', () => {
  test('is created in the folder of the database, readable only by its owner', async () => {
    await loadSessionSecret(settingsIn(folder));
    const path = join(folder, 'session-secret');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readFile(path, 'utf8')).trim().length).toBeGreaterThanOrEqual(43);
  });

  test('is the same for concurrent loads, and for a later load', async () => {
    const load = () => loadSessionSecret(settingsIn(folder));
    const secrets = await Promise.all([load(), load(), load()]);
    expect(new Set([...secrets, await load()]).size).toBe(1);
  });

  test('is rejected with a one-line StartError if its file is too short', async () => {
    await writeFile(join(folder, 'session-secret'), 'short\n');
    const loading = loadSessionSecret(settingsIn(folder));
    await expect(loading).rejects.toThrow(StartError);
    await expect(loading).rejects.toThrow(/^SESSION_SECRET [^\n]+$/);
  });

  test('is created in TRANSPARENCY_LOG_DIR on PostgreSQL; only the owner can read the folder and the file', async () => {
    const data = join(folder, 'new', 'data');
    const settings = new Settings({
      DATABASE_URL: 'postgres://localhost/x',
      TRANSPARENCY_LOG_DIR: data,
    });
    const load = () => loadSessionSecret(settings);
    const secrets = await Promise.all([load(), load()]);
    expect(new Set(secrets).size).toBe(1);
    expect((await stat(data)).mode & 0o777).toBe(0o700);
    expect((await stat(join(data, 'session-secret'))).mode & 0o777).toBe(0o600);
  });
});
