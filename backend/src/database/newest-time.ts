import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { select } from './reader.js';

const newestRow = z.object({ at: z.iso.datetime().nullable() });

/** Reads last rows only: earlier rows may have later times, from a clock that was ahead. */
const NEWEST = `
SELECT max(at) AS at FROM (
  SELECT (SELECT joined_at FROM wallet ORDER BY joined_number DESC LIMIT 1) AS at
  UNION ALL SELECT (SELECT recorded_at FROM ledger_entry ORDER BY number DESC LIMIT 1)
  UNION ALL SELECT (SELECT acted_at FROM audit_log ORDER BY number DESC LIMIT 1)) AS newest`;

export async function readNewestTime(manager: EntityManager): Promise<Date | null> {
  const [row] = await select(manager, newestRow, NEWEST);
  return row?.at == null ? null : new Date(row.at);
}
