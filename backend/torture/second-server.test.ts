import { expect, test } from '@jest/globals';
import { KEPT } from './outcome.js';
import { startSecondServers } from './second-server.js';

test('a second server on the same file refuses to start, and the first one loses nothing', async () => {
  expect(await startSecondServers({ starts: 1, seed: 1 })).toMatchObject({ harmed: 1, ...KEPT });
}, 120_000);
