import { z } from 'zod';
import { openDatabase } from '../src/database/open-database.js';
import type { Reader } from '../src/database/reader.js';
import { PyramidService } from '../src/pyramid/pyramid.service.js';

/** Wallets that claims are made for. */
const REFERRERS = 1_000;

/** Wallets whose rank is asked for. */
const VISITORS = 50;

/** Levels of a pyramid that are asked for. */
export const PYRAMID_DEPTH = 10;

const walletRow = z.object({ address: z.string() });

const MIDDLE = `
SELECT address FROM wallet WHERE place IS NOT NULL
ORDER BY place LIMIT $1 OFFSET (SELECT count(*) / 2 FROM wallet WHERE place IS NOT NULL)`;

const SOMEBODY = 'SELECT address FROM wallet ORDER BY address LIMIT $1';

/** Tops of smaller and smaller pyramids. */
const EARLY_WALLETS = `
SELECT address FROM wallet WHERE joined_number IN (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048)
ORDER BY joined_number`;

/** The wallets of a database that questions are asked about. */
export interface Cast {
  /** From the middle of the leaderboard on. */
  readonly middle: readonly string[];
  readonly referrers: readonly string[];
  /** The top of a large pyramid, of which everybody is named. */
  readonly top: string;
}

/** Chooses them in the SQLite file at `path`. */
export async function castOf(path: string): Promise<Cast> {
  const database = await openDatabase({ kind: 'sqlite', path });
  try {
    const { reader } = database;
    const middle = await reader.select(walletRow, MIDDLE, [VISITORS]);
    const referrers = await reader.select(walletRow, SOMEBODY, [REFERRERS]);
    return {
      middle: middle.map(({ address }) => address),
      referrers: referrers.map(({ address }) => address),
      top: await findTop(reader),
    };
  } finally {
    await database.close();
  }
}

async function findTop(reader: Reader): Promise<string> {
  const pyramids = new PyramidService(reader);
  for (const { address } of await reader.select(walletRow, EARLY_WALLETS)) {
    const { levels } = await pyramids.below({ wallet: address, depth: PYRAMID_DEPTH });
    if (levels.every(({ recruits, shown }) => recruits === shown)) return address;
  }
  throw new Error('every pyramid has more wallets than are named');
}
