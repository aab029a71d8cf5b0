import { describe, expect, test } from '@jest/globals';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pyramidSchema } from '../../src/pyramid/pyramid.schema.js';
import { eachInFolder } from '../support/each-in-folder.js';
import { claim } from '../support/api.js';
import { runToItsEnd, startBuiltServer } from '../support/built-server.js';
import { eventually } from '../support/eventually.js';
import { createDatabase } from '../support/temporary-database.js';
import { wallet } from '../support/wallets.js';

let folder: string;

eachInFolder((made) => (folder = made));

const SESSION_SECRET = 'the secret of all processes of a test';

describe('the built server on PostgreSQL', () => {
  test('stops after SIGTERM without losing an acknowledged claim', async () => {
    const database = await createDatabase();
    const environment = { DATABASE_URL: database.url, SESSION_SECRET, TRUST_PROXY: '1' };
    const [leaving, staying] = await Promise.all([
      startBuiltServer(folder, environment),
      startBuiltServer(folder, environment),
    ]);
    const acknowledged: string[] = [];
    const send = async (name: string): Promise<boolean> => {
      // A late claim may get 503, or no connection.
      const response = await claim(leaving.url, wallet('top'), wallet(name)).catch(() => null);
      const isAcknowledged = response?.status === 201;
      if (isAcknowledged) acknowledged.push(wallet(name));
      return isAcknowledged;
    };
    const claims = Array.from({ length: 40 }, (_, index) => send(`early ${index}`));
    await Promise.race(claims);
    const ended = leaving.stop('SIGTERM');
    for (let late = 0; await send(`late ${late}`); late += 1);
    expect(await ended).toBe(0);
    await Promise.all(claims);
    expect(acknowledged).not.toHaveLength(0);
    const answer = await fetch(`${staying.url}/api/pyramid?wallet=${wallet('top')}`);
    const { nodes } = pyramidSchema.parse(await answer.json());
    expect(nodes.map(({ wallet }) => wallet)).toEqual(expect.arrayContaining(acknowledged));
    await staying.stop('SIGTERM');
    await database.remove();
  });

  test('makes a backup with pg_dump if BACKUP_DIR is set', async () => {
    const database = await createDatabase();
    const server = await startBuiltServer(folder, {
      BACKUP_DIR: 'backups',
      DATABASE_URL: database.url,
      PATH: `${String(process.env['POSTGRES_BIN'])}:${String(process.env['PATH'])}`,
      SESSION_SECRET,
    });
    const backups = async (): Promise<number> =>
      (await readdir(join(folder, 'backups'))).filter((name) => name.endsWith('Z.dump')).length;
    await eventually(() => backups().catch(() => 0), 1);
    await server.stop('SIGTERM');
    await database.remove();
  });

  test('starts with DATABASE_URL alone, and keeps its secrets in ./data for its user only', async () => {
    const database = await createDatabase();
    const environment = { DATABASE_URL: database.url, TRANSPARENCY_LOG_DIR: '' };
    const server = await startBuiltServer(folder, environment);
    expect((await fetch(`${server.url}/log/checkpoint`)).status).toBe(200);
    const data = join(folder, 'data');
    expect((await stat(data)).mode & 0o777).toBe(0o700);
    const files = ['log-checkpoint', 'log-key', 'log-signed', 'session-secret'];
    for (const file of files) expect((await stat(join(data, file))).mode & 0o077).toBe(0);
    expect(await server.stop('SIGTERM')).toBe(0);
    await database.remove();
  });

  test.each([
    ['TRANSPARENCY_LOG_DIR', { SESSION_SECRET, TRANSPARENCY_LOG_DIR: '/dev/null/data' }],
    ['DATABASE_URL', { SESSION_SECRET, DATABASE_URL: 'postgres://postgres@127.0.0.1:9/nowhere' }],
  ])('exits with 1 and one line that names the unusable %s', async (name, bad) => {
    const database = await createDatabase();
    const ending = await runToItsEnd(folder, { DATABASE_URL: database.url, ...bad });
    expect(ending).toEqual({
      status: 1,
      stderr: expect.stringMatching(new RegExp(`^${name}:? [^\\n]+\\n$`)),
    });
    await database.remove();
  });
});
