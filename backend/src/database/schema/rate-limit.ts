import { TEXT } from './rules.js';
import { onPostgres, table } from './table.js';

/** On SQLite one process serves, and counts for itself. */
export const RATE_LIMIT = onPostgres(
  table(
    'rate_limit_key',
    'What the addresses of clients are hashed with today. A former key is gone, and with it whose addresses were counted.',
  )`
  "day" date NOT NULL, -- UTC
  "secret" ${TEXT} NOT NULL, -- 256 random bits, hexadecimal
  PRIMARY KEY ("day")`,
  'ALTER TABLE rate_limit_key SET UNLOGGED',
  table(
    'rate_limit',
    'How often whom has called what lately. Empty after a crash of the server: nothing here is worth a wait for the disk.',
  )`
  "key" ${TEXT} NOT NULL, -- HMAC-SHA-256 of the route and the address of the client, under the key of the day
  "calls" timestamptz[] NOT NULL, -- when they end to count, oldest first
  "forgotten_at" timestamptz NOT NULL, -- when the last of them ends to count
  PRIMARY KEY ("key")`,
  'ALTER TABLE rate_limit SET UNLOGGED',
  'CREATE INDEX "rate_limit_by_end" ON rate_limit (forgotten_at)',
);
