import { expect, test } from '@jest/globals';
import { readBuild } from '../../src/core/build.js';
import { findOpsToken } from '../../src/session/secrets.js';
import { Settings } from '../../src/settings.js';
import { sharedServer } from '../support/shared-server.js';

const SESSION_SECRET = 'a secret that server and tool of this test share';

const server = sharedServer({ SOLANA_RPC_URL: 'http://127.0.0.1:2', SESSION_SECRET });

const settingsOf = (secret: string) =>
  new Settings({ PORT: new URL(server.url).port, SESSION_SECRET: secret });

async function ask(authorization: string | undefined): Promise<Response> {
  return fetch(`${server.url}/api/health/state`, {
    headers: authorization === undefined ? {} : { authorization },
  });
}

test('only a holder of the server’s secret can read its state', async () => {
  const token = await findOpsToken(settingsOf(SESSION_SECRET));
  const other = await findOpsToken(settingsOf(SESSION_SECRET.toUpperCase()));
  for (const authorization of [undefined, 'Bearer', `Bearer ${String(other?.value)}`]) {
    const response = await ask(authorization);
    expect([response.status, await response.text()]).toEqual([
      403,
      expect.not.stringContaining('nodes'),
    ]);
  }
  const response = await ask(`Bearer ${String(token?.value)}`);
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await response.json()).toEqual({
    build: readBuild().build,
    nodes: [],
    write: null,
    backup: null,
    log: null,
  });
});
