import type { EntityManager } from 'typeorm';
import type { Writer } from '../../../src/database/writer.js';
import { openDatabase } from '../../../src/open-database.js';
import { withDatabase } from '../../../src/ops/databases.js';
import { CheckInRepository } from '../../../src/points/check-in.repository.js';
import { recordClaims } from '../../../src/referral/claims.js';
import { prove } from '../../../src/referral/record.js';
import { Settings } from '../../../src/settings.js';
import { WalletRepository } from '../../../src/wallet/wallet.repository.js';
import { inventWallets, type InventedWallet } from './invent-wallets.js';

/** @param origin origin of the site that the wallets sign in to; null for wallets that never sign in */
export async function seedDatabase(
  databaseUrl: string,
  count: number,
  origin: string | null = null,
): Promise<void> {
  const { database: location } = new Settings({ DATABASE_URL: databaseUrl });
  await withDatabase(await openDatabase(location, 'tool'), ({ writer }) =>
    seedWallets(writer, count, origin),
  );
}

/**
 * Inserts invented wallets into an empty database, with the server's own code.
 * @param origin origin of the site that the wallets sign in to; null for wallets that never sign in
 * @param until time at which the last wallet joins
 */
export async function seedWallets(
  writer: Writer,
  count: number,
  origin: string | null,
  until = new Date(),
): Promise<void> {
  const events = Array.from(inventWallets(count, until, origin), (wallet) => [
    { at: wallet.joinedAt, record: (manager: EntityManager) => join(manager, wallet) },
    ...wallet.checkIns.map((at) => ({
      at,
      record: (manager: EntityManager) =>
        new CheckInRepository(manager).checkIn([wallet.address], at),
    })),
  ]).flat();
  events.sort((one, other) => one.at.getTime() - other.at.getTime());
  await writer.write(async (manager) => {
    for (const { record } of events) await record(manager);
  });
}

async function join(
  manager: EntityManager,
  { address: recruit, joinedAt, referrer, proof }: InventedWallet,
): Promise<void> {
  if (referrer === null) await new WalletRepository(manager).join([[recruit]], joinedAt);
  else if (proof === null) await recordClaims(manager, [{ referrer, recruit }], joinedAt, '');
  else await prove(manager, { referrer, recruit, ...proof }, joinedAt);
}
