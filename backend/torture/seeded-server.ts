import { join } from 'node:path';
import { startBuiltServer, type BuiltServer } from '../test/support/built-server.js';
import { seedDatabase } from '../test/support/data/seed.js';
import { withFolder } from '../test/support/temporary-database.js';

/** PUBLIC_ORIGIN of the server. The seeded proofs are signed for it. */
export const ORIGIN = 'http://localhost:3000';

export interface SeededDatabase {
  readonly databaseUrl: string;
  readonly serve: <T>(
    work: (server: BuiltServer) => Promise<T>,
    environment?: NodeJS.ProcessEnv,
  ) => Promise<T>;
}

export function withSeededDatabase<T>(
  wallets: number,
  work: (database: SeededDatabase) => Promise<T>,
): Promise<T> {
  return withFolder(async (folder) => {
    const databaseUrl = `sqlite:${join(folder, 'test.sqlite')}`;
    await seedDatabase(databaseUrl, wallets, ORIGIN);
    return work({
      databaseUrl,
      async serve(run, environment) {
        const server = await startBuiltServer(folder, {
          DATABASE_URL: databaseUrl,
          TRUST_PROXY: '1',
          PUBLIC_ORIGIN: ORIGIN,
          ...environment,
        });
        try {
          return await run(server);
        } finally {
          await server.stop('SIGKILL');
        }
      },
    });
  });
}
