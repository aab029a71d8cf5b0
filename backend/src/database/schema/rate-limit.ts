import { TEXT } from './rules.js';
import type { Table } from './table.js';

/** PostgreSQL only: on SQLite one process serves, and counts for itself. */
export const RATE_LIMIT: Table = {
  name: 'rate_limit',
  comment:
    'How often whom has called what lately. Empty after a crash of the server: nothing here is worth a wait for the disk.',
  columns: [
    {
      name: 'key',
      type: TEXT,
      comment: 'SHA-256 of the route and the address of the client',
    },
    {
      name: 'calls',
      type: { sqlite: '', postgres: 'timestamptz[]' },
      comment: 'when they end to count, oldest first',
    },
    {
      name: 'forgotten_at',
      type: { sqlite: '', postgres: 'timestamptz' },
      comment: 'when the last of them ends to count',
    },
  ],
  constraints: ['PRIMARY KEY ("key")'],
  indexes: ['CREATE INDEX "rate_limit_by_end" ON rate_limit (forgotten_at)'],
  refusals: [],
  triggers: { sqlite: [], postgres: [] },
  isKept: false,
  storage: { before: 'UNLOGGED' },
};
