import { afterAll, beforeAll } from '@jest/globals';
import { startTestServer, type TestServer } from './test-server.js';

export type SharedServer = Omit<TestServer, 'close'>;

/** Starts a server before the tests of a file or block, and closes it after them. */
export function sharedServer(...how: Parameters<typeof startTestServer>): SharedServer {
  let server: TestServer | undefined;
  const running = (): TestServer => {
    if (server === undefined) throw new Error('The server runs only during tests.');
    return server;
  };
  beforeAll(async () => {
    server = await startTestServer(...how);
  });
  afterAll(() => server?.close());
  return {
    get url() {
      return running().url;
    },
    get databaseUrl() {
      return running().databaseUrl;
    },
    get database() {
      return running().database;
    },
  };
}
