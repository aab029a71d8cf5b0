import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { select } from '../../../database/reader.js';
import type { Check, Findings, Patient } from '../check.js';
import { findingsOf, REPAIR } from '../check.js';
import { execute } from '../sql-check.js';

/** Each new challenge and each new session removes the expired ones, so that more than these are never seen. */
const MOST_LEFT = 1_000;

/** A quiet site gets no visitor to remove them for a while: 7 days, in milliseconds. */
const QUIET_MS = 604_800_000;

const TABLES = ['sign_in_challenge', 'session'];

const countRow = z.object({ all: z.int(), expired: z.int() });

const count = (table: string): string => `
SELECT count(*) AS "all", coalesce(sum(CASE WHEN expires_at <= $1 THEN 1 ELSE 0 END), 0) AS expired
FROM ${table}`;

export const FEW_EXPIRED: Check = {
  name: 'Expired challenges and sessions do not pile up',
  look: lookForExpired,
  remedy: REPAIR,
  repair: { did: 'removed expired challenges and sessions', run: removeExpired },
};

async function lookForExpired({ manager, now }: Patient): Promise<Findings> {
  const since = new Date(now.getTime() - QUIET_MS).toISOString();
  const looked: string[] = [];
  const faults: string[] = [];
  for (const table of TABLES) {
    const [rows] = await select(manager, countRow, count(table), [since]);
    const { all, expired } = rows ?? { all: 0, expired: 0 };
    looked.push(`${all.toLocaleString('en')} in ${table}`);
    if (expired > MOST_LEFT) {
      faults.push(
        `${table} has ${expired.toLocaleString('en')} rows that expired a week ago or more`,
      );
    }
  }
  return findingsOf(looked.join(', '), faults);
}

async function removeExpired(manager: EntityManager, now: Date): Promise<void> {
  for (const table of TABLES) {
    await execute(manager, `DELETE FROM ${table} WHERE expires_at <= $1`, [now.toISOString()]);
  }
}
