import type { EntityManager } from 'typeorm';
import type { Settings } from '../settings.js';
import { LogEntryRepository } from './log-entry.repository.js';

/**
 * Returns the number of proofs whose signed text names a site that is neither the current origin nor a former one.
 * `verify` rejects them. They come from a database of the demo, or from a new `PUBLIC_ORIGIN` without the old one in
 * `FORMER_ORIGINS`.
 */
export function countForeignProofs(
  manager: EntityManager,
  { publicOrigin, formerOrigins }: Pick<Settings, 'publicOrigin' | 'formerOrigins'>,
): Promise<number> {
  return new LogEntryRepository(manager).countForeignProofs([publicOrigin, ...formerOrigins]);
}

/** Returns a sentence that says how many proofs name other sites. */
export function foreignProofsFault(count: number): string {
  return count === 1
    ? '1 proof names a site that is neither PUBLIC_ORIGIN nor in FORMER_ORIGINS'
    : `${count.toLocaleString('en')} proofs name sites that are neither PUBLIC_ORIGIN nor in FORMER_ORIGINS`;
}

export const FOREIGN_PROOFS_REMEDY =
  'add the former origin to FORMER_ORIGINS, or do not serve this database: it may be one of the demo';
