import type { EntityManager } from 'typeorm';
import type { Settings } from '../settings.js';
import { LogEntryRepository } from './log-entry.repository.js';

/**
 * Returns a sentence with the number of proofs whose signed text names the host of neither the current origin nor a
 * former one; null if there are none. `ops verify` reports such proofs unless `--domain` names their host. They come,
 * for example, from a database of the demo, or from a new `PUBLIC_ORIGIN` without the old one in `FORMER_ORIGINS`.
 */
export async function findForeignProofs(
  manager: EntityManager,
  { publicOrigin, formerOrigins }: Pick<Settings, 'publicOrigin' | 'formerOrigins'>,
): Promise<string | null> {
  const origins = [publicOrigin, ...formerOrigins];
  const count = await new LogEntryRepository(manager).countForeignProofs(origins);
  if (count === 0) return null;
  return count === 1
    ? '1 proof names a site that is neither PUBLIC_ORIGIN nor in FORMER_ORIGINS'
    : `${count.toLocaleString('en')} proofs name sites that are neither PUBLIC_ORIGIN nor in FORMER_ORIGINS`;
}

export const FOREIGN_PROOFS_REMEDY =
  'add the former origin to FORMER_ORIGINS, or do not serve this database: it may be one of the demo';
