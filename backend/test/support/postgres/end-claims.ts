import { z } from 'zod';
import { eventually } from '../eventually.js';
import { openShell } from '../shell.js';

const END = `
INSERT INTO claim_history_entry (recruit, referrer, claimed_at, reason, ended_at)
SELECT recruit, referrer, claimed_at, 'expired', claimed_at FROM referral
WHERE status = 'claimed' AND recruit = ANY ($1)`;

const REMOVE = `DELETE FROM referral WHERE status = 'claimed' AND recruit = ANY ($1)`;

const countRows = z.tuple([z.object({ count: z.coerce.number() })]);
const WAITING = `SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/**
 * Ends the claims on these recruits, like another process's sweep. The transaction commits when a request of `send`
 * waits for a lock, so the requests lose the race.
 */
export async function endClaimsUnder(
  databaseUrl: string,
  recruits: readonly string[],
  send: () => readonly Promise<Response>[],
): Promise<Response[]> {
  const sweep = await openShell(databaseUrl);
  const watch = await openShell(databaseUrl);
  try {
    await sweep.query('BEGIN');
    await sweep.query('SELECT pg_advisory_xact_lock(20563, 1)');
    await sweep.query(END, [recruits]);
    await sweep.query(REMOVE, [recruits]);
    const requests = send();
    const waiting = async () => countRows.parse(await watch.query(WAITING))[0].count;
    await eventually(waiting, 1);
    await sweep.query('COMMIT');
    return await Promise.all(requests);
  } finally {
    await sweep.destroy();
    await watch.destroy();
  }
}
