import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { CountedCall } from '../../core/call-counter.js';
import { dayOf } from '../../core/clock.js';

const countedRow = z.object({
  isLetIn: z.boolean(),
  calls: z.int(),
  oldestEndsInMs: z.coerce.number(),
});

/** The calls of a row that count still. */
const LIVE =
  'ARRAY(SELECT ends FROM unnest(rate_limit.calls) AS ends WHERE ends > clock_timestamp())';

/** A call that is not let in changes nothing, so that who calls without end costs no writing. */
const COUNT = `
WITH counted AS (
  INSERT INTO rate_limit (key, calls, forgotten_at)
  SELECT $1, ARRAY[ends], ends
  FROM (SELECT clock_timestamp() + CAST($3 AS integer) * interval '1 millisecond' AS ends) AS call
  ON CONFLICT (key) DO UPDATE
  SET calls = ${LIVE} || excluded.calls, forgotten_at = excluded.forgotten_at
  WHERE cardinality(${LIVE}) < $2
  RETURNING true AS is_let_in, calls
), outcome AS (
  SELECT is_let_in, calls FROM counted
  UNION ALL SELECT false, ${LIVE} FROM rate_limit WHERE key = $1 AND NOT EXISTS (SELECT 1 FROM counted)
)
SELECT is_let_in AS "isLetIn", cardinality(calls) AS calls,
  1000 * extract(epoch FROM (SELECT min(ends) FROM unnest(calls) AS ends) - clock_timestamp()) AS "oldestEndsInMs"
FROM outcome`;

/** The processes that share the database share the key of a day, whoever of them made it; a former one is of no use. */
const KEY_OF_DAY = `
WITH gone AS (
  DELETE FROM rate_limit_key WHERE day < CAST($1 AS date)
), made AS (
  INSERT INTO rate_limit_key (day, secret) VALUES (CAST($1 AS date), $2)
  ON CONFLICT (day) DO UPDATE SET secret = rate_limit_key.secret
  RETURNING secret
)
SELECT secret FROM made`;

const keyRow = z.object({ secret: z.string() });

const SWEEP = 'DELETE FROM rate_limit WHERE forgotten_at < clock_timestamp()';
const SWEEP_EVERY_MS = 60_000;

/**
 * Counts calls for all the processes that share a database, in the table `rate_limit`, one row a key, whose lock has the
 * calls of a key wait for each other. The statement has a name, so that a connection plans it once: that takes three times
 * as long as to count. Of whom it counts the database has a hash, under a key that is thrown away at the end of the day:
 * all addresses there are can be tried within an hour, but not without the key.
 */
export class SharedCallCounter {
  private readonly sweeping: NodeJS.Timeout;
  private readonly secrets = new LRUCache<string, string>({
    max: 1,
    fetchMethod: (day) => this.secretOf(day),
  });

  constructor(private readonly pool: Pool) {
    // Where it fails, the next one does it, once the database answers.
    const sweep = (): void => void pool.query(SWEEP).catch(() => undefined);
    this.sweeping = setInterval(sweep, SWEEP_EVERY_MS).unref();
  }

  /**
   * Counts a call, unless `limit` calls with the same key count already.
   * @param lastsMs how long a call counts, in milliseconds
   * @throws when the database does not answer within a second or two
   */
  async count(key: string, limit: number, lastsMs: number): Promise<CountedCall> {
    const secret = await this.secrets.forceFetch(dayOf(new Date()));
    const hash = createHmac('sha256', secret).update(key).digest('hex');
    const values = [hash, limit, lastsMs];
    const { rows } = await this.pool.query({ name: 'count call', text: COUNT, values });
    const [counted] = z.array(countedRow).parse(rows);
    return counted ?? { isLetIn: false, calls: limit, oldestEndsInMs: lastsMs };
  }

  async close(): Promise<void> {
    clearInterval(this.sweeping);
    await this.pool.end();
  }

  private async secretOf(day: string): Promise<string> {
    const { rows } = await this.pool.query(KEY_OF_DAY, [day, randomBytes(32).toString('hex')]);
    return keyRow.parse(rows[0]).secret;
  }
}
