import { openDatabase } from '../../../src/open-database.js';
import { withDatabase } from '../../../src/ops/databases.js';
import { Settings } from '../../../src/settings.js';
import { seedWallets } from './seed-wallets.js';

/** Random addresses touch every page of an index, so the cache must hold the whole index. */
const CACHE_KIB = 524_288;

/**
 * Creates and seeds the database of a DATABASE_URL.
 * @param origin of the site that the wallets signed in to; null for wallets that were only claimed
 * @throws StartError if the database cannot be used
 */
export async function seedDatabase(
  databaseUrl: string,
  count: number,
  origin: string | null = null,
): Promise<void> {
  const { database: location } = new Settings({ DATABASE_URL: databaseUrl });
  await withDatabase(await openDatabase(location, 'tool'), async ({ writer }) => {
    if (location.kind === 'sqlite') {
      await writer.write((manager) => manager.query(`PRAGMA cache_size = -${CACHE_KIB}`));
    }
    await seedWallets(writer, count, origin);
  });
}
