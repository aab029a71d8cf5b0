import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

const WALLETS = 300;

type SeedDatabase = (databaseUrl: string, count: number) => Promise<void>;

const seedModuleSchema = z.object({
  seedDatabase: z.custom<SeedDatabase>((value) => typeof value === 'function'),
});

/** Fills a new database with wallets in believable pyramids. `root` is the folder that holds the built back end. */
export async function seedDemo(root: string, databaseUrl: string): Promise<void> {
  const file = path.join(root, 'backend/dist/seed/seed.js');
  const { seedDatabase } = seedModuleSchema.parse(await import(pathToFileURL(file).href));
  await seedDatabase(databaseUrl, WALLETS);
}
