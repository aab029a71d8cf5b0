import { oneOf } from './rules.js';
import type { Table } from './table.js';

/** True when no trigger is at work on what is derived, so that it is a hand that changes it. */
export const UNLESS_DERIVING = 'NOT EXISTS (SELECT 1 FROM derivation)';

/** SQL statements of a trigger that may change what is derived. */
export function deriving(what: 'totals' | 'standing', statements: string): string {
  return `
  INSERT INTO derivation VALUES ('${what}') ON CONFLICT DO NOTHING;${statements}
  DELETE FROM derivation WHERE what = '${what}';`;
}

export const DERIVATION: Table = {
  name: 'derivation',
  create: `
CREATE TABLE "derivation" (
  -- Empty, but for the moment in which a trigger brings the totals of a wallet or the standing up to date. They follow
  -- from other rows, and nobody changes them at any other time.
  "what" varchar PRIMARY KEY NOT NULL
    ${oneOf('what', ['totals', 'standing'])}
) WITHOUT ROWID`,
  kept: null,
  indexes: [],
  triggers: [],
};
