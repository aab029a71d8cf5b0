import { TEXT } from './rules.js';
import { onPostgres, table } from './table.js';

/** The table of rate-limiter-flexible; on SQLite one process serves, and counts in memory. */
export const RATE_LIMIT = onPostgres(
  table(
    'rate_limit',
    'What clients have used of their limits. Empty after a crash of the server: nothing here is worth waiting for the disk.',
  )`
  "key" ${TEXT} NOT NULL, -- HMAC-SHA-256 of the limit and the address of the client
  "points" integer NOT NULL, -- used in this window of time
  "expire" bigint NOT NULL, -- end of the window, in milliseconds since 1970
  PRIMARY KEY ("key")`,
  'ALTER TABLE rate_limit SET UNLOGGED',
);
