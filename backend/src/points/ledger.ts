import type { EntityManager } from 'typeorm';
import type { LedgerEntry } from './ledger-entry.entity.js';

const ADD = `
INSERT INTO ledger_entry (wallet, cause, reference, points, total, recorded_at)
SELECT address, CAST($2 AS varchar), CAST($3 AS varchar), CAST($4 AS integer), points + CAST($4 AS integer), CAST($5 AS varchar)
FROM wallet WHERE address = $1`;

/** Adds points to a wallet, or subtracts them; a trigger updates its total. */
export async function addToLedger(
  manager: EntityManager,
  { wallet, cause, reference, points, recordedAt }: Omit<LedgerEntry, 'number' | 'total'>,
): Promise<void> {
  await manager.query(ADD, [wallet, cause, reference, points, recordedAt]);
}
