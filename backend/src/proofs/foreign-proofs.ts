import { z } from 'zod';
import type { EntityManager } from 'typeorm';
import { select } from '../database/reader.js';
import type { Settings } from '../settings.js';

const countRow = z.object({ count: z.coerce.number() });

/**
 * Returns the number of proofs whose signed text names another site than the current and former origins. `verify` rejects
 * them. They come from a seeded database, or from a new `PUBLIC_ORIGIN` without the old one in `FORMER_ORIGINS`.
 */
export async function countForeignProofs(
  manager: EntityManager,
  { publicOrigin, formerOrigins }: Pick<Settings, 'publicOrigin' | 'formerOrigins'>,
): Promise<number> {
  const hosts = [publicOrigin, ...formerOrigins].map((origin) => `${new URL(origin).host} `);
  const isForeign = hosts.map(
    (host, index) => `substr(message, 1, ${host.length}) <> $${index + 1}`,
  );
  const [row] = await select(
    manager,
    countRow,
    `SELECT count(*) AS count FROM referral WHERE status = 'proven' AND ${isForeign.join(' AND ')}`,
    hosts,
  );
  return row?.count ?? 0;
}

/** Returns a sentence that says how many proofs name other sites. */
export function foreignProofsFault(count: number): string {
  return count === 1
    ? '1 proof names a site that is neither PUBLIC_ORIGIN nor in FORMER_ORIGINS'
    : `${count.toLocaleString('en')} proofs name sites that are neither PUBLIC_ORIGIN nor in FORMER_ORIGINS`;
}

export const FOREIGN_PROOFS_REMEDY =
  'add the former origin to FORMER_ORIGINS, or do not serve this database: anybody can sign in as a wallet of ops seed';
