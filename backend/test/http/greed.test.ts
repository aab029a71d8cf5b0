import { expect, test } from '@jest/globals';
import { claim } from '../support/api.js';
import { newSigner } from '../support/signer.js';
import { startTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';

test('the server answers 20 page loads, 10 cards and 30 claims a minute from one IP address', async () => {
  const server = await startTestServer();
  const statusOf = async (path: string): Promise<number> => (await fetch(server.url + path)).status;
  const builders = Array.from({ length: 10 }, (_, index) => wallet(`builder ${index}`));
  for (const builder of builders) await new Visitor(server.url).signIn(newSigner(), builder);
  const pages = [
    '/',
    `/?ref=${wallet('top')}`,
    '/api/session',
    '/api/leaderboard',
    `/api/referral-stats?wallet=${wallet('top')}`,
    `/api/pyramid?wallet=${wallet('top')}`,
  ];
  for (let visitor = 0; visitor < 20; visitor += 1) {
    const loaded = await Promise.all(pages.map(statusOf));
    expect(loaded).toEqual(pages.map(() => 200));
  }
  for (const builder of builders) expect(await statusOf(`/card/${builder}.png`)).toBe(200);
  for (let friend = 0; friend < 30; friend += 1) {
    expect((await claim(server.url, wallet('top'), wallet(`friend ${friend}`))).status).toBe(201);
  }
  await server.close();
});
