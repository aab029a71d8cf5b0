import { z } from 'zod';
import type { EntityManager } from 'typeorm';
import { select } from '../database/reader.js';
import type { Settings } from '../settings.js';

const pageRow = z.object({ entries: z.coerce.number(), foreign: z.coerce.number() });

/** Start of the entry of a proof, before the host that its message names. */
const PROOF_START = '{"action":"prove","message":"';

/**
 * Entries per statement. Other reads run between the statements, since all entries of a large database take seconds.
 */
const PAGE = 10_000;

/**
 * Returns the number of proofs whose signed text names a site that is neither the current origin nor a former one.
 * `verify` rejects them. They come from a database of the demo, or from a new `PUBLIC_ORIGIN` without the old one in
 * `FORMER_ORIGINS`.
 */
export async function countForeignProofs(
  manager: EntityManager,
  { publicOrigin, formerOrigins }: Pick<Settings, 'publicOrigin' | 'formerOrigins'>,
): Promise<number> {
  const own = [publicOrigin, ...formerOrigins].map(
    (origin) => `${PROOF_START}${new URL(origin).host} `,
  );
  const isOwn = own.map((start, index) => `substr(entry, 1, ${start.length}) = $${index + 3}`);
  const page = `
    SELECT count(*) AS entries,
      count(CASE WHEN substr(entry, 1, ${PROOF_START.length}) = '${PROOF_START}' AND NOT (${isOwn.join(' OR ')}) THEN 1 END) AS "foreign"
    FROM log_entry WHERE log_index >= $1 AND log_index < $2`;
  let foreign = 0;
  for (let begin = 0, isLast = false; !isLast; begin += PAGE) {
    const [row] = await select(manager, pageRow, page, [begin, begin + PAGE, ...own]);
    foreign += row?.foreign ?? 0;
    isLast = row === undefined || row.entries < PAGE;
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
  'add the former origin to FORMER_ORIGINS, or do not serve this database: it may be one of the demo';
