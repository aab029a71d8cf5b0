import { TEXT } from './rules.js';
import type { Table } from './table.js';

export const RATE_LIMIT: Table = {
  name: 'rate_limit',
  comment:
    'How often whom has called what lately. Empty after a crash of the server: nothing here is worth a wait for the disk.',
  columns: {
    key: 'SHA-256 of the route and the address of the client',
    calls: 'when they end to count, oldest first',
    forgotten_at: 'when the last of them ends to count',
  },
  create: `
CREATE UNLOGGED TABLE "rate_limit" (
  "key" ${TEXT} PRIMARY KEY,
  "calls" timestamptz[] NOT NULL,
  "forgotten_at" timestamptz NOT NULL
)`,
  indexes: ['CREATE INDEX "rate_limit_by_end" ON rate_limit (forgotten_at)'],
  triggers: [],
};
