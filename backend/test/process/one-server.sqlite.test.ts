import { describe, expect, test } from '@jest/globals';
import { readlink, realpath, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../src/core/errors.js';
import { acquireServerLock } from '../../src/database/sqlite/server-lock.js';
import { Settings } from '../../src/settings.js';
import { eachInFolder } from '../support/each-in-folder.js';
import { claim, getStats } from '../support/api.js';
import { runToItsEnd, startBuiltServer } from '../support/built-server.js';
import { wallet } from '../support/wallets.js';

let folder: string;

eachInFolder((made) => (folder = made));

const ENVIRONMENT = { DATABASE_URL: 'sqlite:shared.sqlite' };

describe('a SQLite file', () => {
  test('can be used by a second server after the first server was killed', async () => {
    const first = await startBuiltServer(folder, ENVIRONMENT);
    expect((await claim(first.url, wallet(1), wallet(2))).status).toBe(201);
    await first.stop('SIGKILL');
    const second = await startBuiltServer(folder, ENVIRONMENT);
    expect((await getStats(second.url, wallet(1))).directRecruits).toBe(1);
    await second.stop('SIGTERM');
  });

  test('is not created by a server that cannot lock it', async () => {
    const path = join(folder, 'shared.sqlite');
    const lock = await acquireServerLock(path);
    await expect(acquireServerLock(path)).rejects.toThrow(StartError);
    expect((await runToItsEnd(folder, ENVIRONMENT)).status).toBe(1);
    await expect(stat(path)).rejects.toThrow('ENOENT');
    await lock.release();
    await (await acquireServerLock(path)).release();
  });

  test('is not created in the place of a link to a missing file', async () => {
    const [path, target] = [join(folder, 'shared.sqlite'), join(folder, 'unmounted/shared.sqlite')];
    await symlink(target, path);
    const { status, stderr } = await runToItsEnd(folder, ENVIRONMENT);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining(`is a link to ${target}, but that file is missing`),
    });
    expect(await readlink(path)).toBe(target);
  });

  test('has its real path in the settings if DATABASE_URL names a link to it', async () => {
    const [path, other] = [join(folder, 'shared.sqlite'), join(folder, 'link.sqlite')];
    await writeFile(path, '');
    await symlink(path, other);
    const { database } = new Settings({ DATABASE_URL: `sqlite:${other}` });
    expect(database).toEqual({ kind: 'sqlite', path: await realpath(path) });
  });
});
