import type { Clock } from '../../src/core/clock.js';
import { createDatabase } from '../support/temporary-database.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

export interface TwoServers {
  readonly one: TestServer;
  readonly other: TestServer;
  urlOf(turn: number): string;
  close(): Promise<void>;
}

export async function startTwoServers(clock?: Clock): Promise<TwoServers> {
  const database = await createDatabase();
  const environment = { DATABASE_URL: database.url, TRUST_PROXY: '1' };
  const one = await startTestServer(environment, clock);
  const other = await startTestServer(environment, clock);
  return {
    one,
    other,
    urlOf: (turn) => (turn % 2 === 0 ? one : other).url,
    async close() {
      await Promise.all([one.close(), other.close()]);
      await database.remove();
    },
  };
}
