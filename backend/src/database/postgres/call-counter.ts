import type { DataSource } from 'typeorm';
import { z } from 'zod';
import type { CallCounter, CountedCall } from '../database.js';
import { select } from '../reader.js';

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

/** Counts calls in the table `rate_limit`, one row a key, whose lock has the calls of a key wait for each other. */
export class PostgresCallCounter implements CallCounter {
  constructor(private readonly dataSource: DataSource) {}

  async count(key: string, limit: number, lastsMs: number): Promise<CountedCall> {
    const [counted] = await select(this.dataSource, countedRow, COUNT, [key, limit, lastsMs]);
    return counted ?? { isLetIn: false, calls: limit, oldestEndsInMs: lastsMs };
  }

  async close(): Promise<void> {
    await this.dataSource.destroy();
  }
}
