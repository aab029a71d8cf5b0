import type { Cast } from './cast.js';
import { castOf } from './cast.js';
import { copyInto, seededDatabases } from './databases.js';
import type { Server } from './server.js';
import { startProduct, startYardstick } from './server.js';

/** The product and the yardstick, each serving a database of its own with the same wallets. */
export interface Contest {
  readonly wallets: number;
  readonly cast: Cast;
  /** Another database of the product, which nobody serves. */
  readonly spareDatabase: string;
  readonly product: Server;
  readonly yardstick: Server;
  stop(): Promise<void>;
}

/** The same contest on few wallets and on many. */
export interface Contests {
  readonly few: Contest;
  readonly many: Contest;
}

/** Starts both. Their databases are written into `folder`. */
export async function startContest(folder: string, wallets: number): Promise<Contest> {
  const databases = await seededDatabases(folder, wallets);
  const spareDatabase = await copyInto(folder, databases.product);
  const cast = await castOf(databases.product);
  const product = await startProduct(databases.product);
  const yardstick = await startYardstick(databases.yardstick);
  return {
    wallets,
    cast,
    spareDatabase,
    product,
    yardstick,
    async stop() {
      await product.stop();
      await yardstick.stop();
    },
  };
}
