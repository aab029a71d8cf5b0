import { z } from 'zod';
import type { Database } from '../../../src/database/database.js';
import { select } from '../../../src/database/reader.js';

const TABLES = [
  ...['wallet', 'referral', 'revoked_referral', 'audit_log', 'ledger_entry', 'check_in'],
  'claim_history_entry',
  'session',
];

const row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

export async function contentsOf(
  { reading }: Database,
  tables: readonly string[] = TABLES,
): Promise<Record<string, z.infer<typeof row>[]>> {
  const contents: Record<string, z.infer<typeof row>[]> = {};
  for (const table of tables) {
    contents[table] = await select(reading, row, `SELECT * FROM ${table} ORDER BY 1, 2`);
  }
  return contents;
}
