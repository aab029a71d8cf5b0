import { z } from 'zod';
import type { EntityManager } from 'typeorm';
import { select } from '../database/reader.js';
import type { Settings } from '../settings.js';

const pageRow = z.object({ foreign: z.coerce.number(), last: z.coerce.number().nullable() });

/** Start of the entry of a proof, before the host that its message names. */
const PROOF_START = '{"action":"prove","message":"';

/**
 * Entries per statement. Other reads run between the statements, since all entries of a large database take seconds.
 */
const PAGE = 10_000;

/**
 * Returns the number of proofs whose signed text names a site that is neither the current origin nor a former one.
 * `verify` rejects them. They come from a seeded database, or from a new `PUBLIC_ORIGIN` without the old one in
 * `FORMER_ORIGINS`.
 */
export async function countForeignProofs(
  manager: EntityManager,
  { publicOrigin, formerOrigins }: Pick<Settings, 'publicOrigin' | 'formerOrigins'>,
): Promise<number> {
  const own = [publicOrigin, ...formerOrigins].map(
    (origin) => `${PROOF_START}${new URL(origin).host} `,
  );
  const isForeign = own.map((start, index) => `substr(entry, 1, ${start.length}) <> $${index + 1}`);
  const after = `$${own.length + 1}`;
  const page = `
    SELECT count(CASE WHEN substr(entry, 1, ${PROOF_START.length}) = '${PROOF_START}' AND ${isForeign.join(' AND ')} THEN 1 END) AS "foreign",
      max(log_index) AS last
    FROM (
      SELECT entry, log_index FROM log_entry WHERE log_index > ${after} ORDER BY log_index LIMIT ${PAGE}) AS page`;
  let foreign = 0;
  for (let last: number | null = -1; last !== null;) {
    const rows: z.infer<typeof pageRow>[] = await select(manager, pageRow, page, [...own, last]);
    foreign += rows[0]?.foreign ?? 0;
    last = rows[0]?.last ?? null;
  }
  return foreign;
}

/** Returns a sentence that says how many proofs name other sites. */
export function foreignProofsFault(count: number): string {
  return count === 1
    ? '1 proof names a site that is neither PUBLIC_ORIGIN nor in FORMER_ORIGINS'
    : `${count.toLocaleString('en')} proofs name sites that are neither PUBLIC_ORIGIN nor in FORMER_ORIGINS`;
}

export const FOREIGN_PROOFS_REMEDY =
  'add the former origin to FORMER_ORIGINS, or do not serve this database: anybody can sign in as a wallet of ops seed';
