import { TEXT } from './rules.js';
import type { Table } from './table.js';
import { sql } from './table.js';

/** PostgreSQL only: on SQLite one process serves, and counts for itself. */
export const RATE_LIMIT_KEY: Table = {
  name: 'rate_limit_key',
  comment:
    'What the addresses of clients are hashed with today. A former key is gone, and with it whose addresses were counted.',
  definition: sql`
  "day" date NOT NULL, -- UTC
  "secret" ${TEXT} NOT NULL, -- 256 random bits, hexadecimal
  PRIMARY KEY ("day")`,
  indexes: [],
  storage: { before: 'UNLOGGED' },
};

/** PostgreSQL only, as {@link RATE_LIMIT_KEY}. */
export const RATE_LIMIT: Table = {
  name: 'rate_limit',
  comment:
    'How often whom has called what lately. Empty after a crash of the server: nothing here is worth a wait for the disk.',
  definition: sql`
  "key" ${TEXT} NOT NULL, -- HMAC-SHA-256 of the route and the address of the client, under the key of the day
  "calls" timestamptz[] NOT NULL, -- when they end to count, oldest first
  "forgotten_at" timestamptz NOT NULL, -- when the last of them ends to count
  PRIMARY KEY ("key")`,
  indexes: ['CREATE INDEX "rate_limit_by_end" ON rate_limit (forgotten_at)'],
  storage: { before: 'UNLOGGED' },
};
