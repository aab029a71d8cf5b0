import { expect, test } from '@jest/globals';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readBuild } from '../../src/core/build.js';
import { opsTokenOf } from '../../src/session/secrets.js';
import { sharedServer } from '../support/shared-server.js';
import { startTestServer } from '../support/test-server.js';
import { withFolder } from '../support/temporary-database.js';

const SESSION_SECRET = 'a secret that server and tool of this test share';

const server = sharedServer({ SOLANA_RPC_URL: 'http://127.0.0.1:2', SESSION_SECRET });

async function ask(authorization: string | undefined, { url } = server): Promise<Response> {
  return fetch(`${url}/api/health/state`, {
    headers: authorization === undefined ? {} : { authorization },
  });
}

test('the state of a server can be read only with the server’s secret', async () => {
  const other = opsTokenOf(SESSION_SECRET.toUpperCase());
  for (const authorization of [undefined, 'Bearer', `Bearer ${other}`]) {
    const response = await ask(authorization);
    expect([response.status, await response.text()]).toEqual([
      403,
      expect.not.stringContaining('nodes'),
    ]);
  }
  const response = await ask(`Bearer ${opsTokenOf(SESSION_SECRET)}`);
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await response.json()).toEqual({
    build: readBuild().build,
    nodes: [{ host: '127.0.0.1:2' }],
    write: null,
    log: null,
  });
});

test('100 concurrent requests for the state are answered, even if the database is closed and the folders of backups and log are gone', async () => {
  await withFolder(async (folder) => {
    const failing = await startTestServer({
      SESSION_SECRET,
      BACKUP_DIR: join(folder, 'backups'),
      TRANSPARENCY_LOG_DIR: join(folder, 'log'),
    });
    await failing.database.close();
    await rm(folder, { recursive: true });
    const answers = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const response = await ask(`Bearer ${opsTokenOf(SESSION_SECRET)}`, failing);
        return { status: response.status, state: await response.json() };
      }),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({
      status: 200,
      state: {
        write: expect.stringContaining('cannot be read'),
        log: expect.stringContaining('Try again'),
      },
    });
    await failing.close();
    await mkdir(folder);
  });
});
