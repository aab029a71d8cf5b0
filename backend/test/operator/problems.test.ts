import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Clock } from '../../src/core/clock.js';
import { readBuild } from '../../src/core/build.js';
import { findOpsToken } from '../../src/session/secrets.js';
import { Settings } from '../../src/settings.js';
import { answerWith, startFakeNode, type FakeNode } from '../support/faults/fake-node.js';
import { readStatus } from '../support/read-status.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

const SESSION_SECRET = 'a secret that server and tool of this test share';

let node: FakeNode;
let server: TestServer;

beforeEach(async () => {
  node = await startFakeNode();
  server = await startTestServer({ SOLANA_RPC_URL: node.url, SESSION_SECRET });
});

afterEach(async () => {
  await server.close();
  await node.close();
});

const settingsOf = (secret: string) =>
  new Settings({
    PORT: new URL(server.url).port,
    SOLANA_RPC_URL: node.url,
    SESSION_SECRET: secret,
    FORMER_ORIGINS: 'http://localhost:3000',
  });

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

test.each([SESSION_SECRET, SESSION_SECRET.toUpperCase()])(
  'ops status names a node that fails three times in a row, with the secret %s',
  async (secret) => {
    node.behave((response) => response.end('<h1>Sorry</h1>'));
    const status = () => readStatus(server.database, settingsOf(secret), new Clock());
    expect((await status()).warnings).toEqual([
      expect.stringContaining(
        `the Solana node at ${new URL(node.url).host} does not answer visitors' calls (not an answer to this call): `,
      ),
    ]);
    expect(node.calls).toHaveLength(3);
    let calls = 0;
    node.behave((response, call) => {
      calls += 1;
      if (calls < 3) response.writeHead(429).end();
      else answerWith({ context: { slot: 1 }, value: 7 })(response, call);
    });
    expect((await status()).warnings).toEqual([]);
    expect(calls).toBe(3);
  },
);
