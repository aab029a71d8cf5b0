import { openDatabase } from '../../../src/open-database.js';
import { seedWallets } from '../../../src/ops/seed/seed.js';
import { using } from '../../../src/ops/with-database.js';
import { parseSettings } from '../../../src/settings.js';

/** Addresses come in no order, so their indexes are written all over: they are kept in memory meanwhile. */
const CACHE_KIB = 524_288;

/**
 * Creates the database that a DATABASE_URL names, and seeds it with claims.
 * @throws StartError when the database cannot be used
 */
export async function seedDatabase(databaseUrl: string, count: number): Promise<void> {
  const { database: location } = parseSettings({ DATABASE_URL: databaseUrl });
  await using(await openDatabase(location, 'tool'), async ({ writer }) => {
    if (location.kind === 'sqlite') {
      await writer.write((manager) => manager.query(`PRAGMA cache_size = -${CACHE_KIB}`));
    }
    await seedWallets(writer, count, null, () => undefined);
  });
}
