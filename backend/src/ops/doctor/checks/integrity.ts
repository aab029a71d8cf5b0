import { z } from 'zod';
import { select } from '../../../database/reader.js';
import type { Check } from '../check.js';
import { findingsOf, MOST_TOLD, REPAIR } from '../check.js';
import { lookBySql } from '../sql-check.js';

const pagesRow = z.object({ page_count: z.int() });
const faultRow = z.object({ integrity_check: z.string() });

const SOUND = 'ok';
const HEADING = '***';

export const SQLITE_INTEGRITY: Check = {
  name: 'The file is sound',
  look: async ({ manager }) => {
    const [pages] = await select(manager, pagesRow, 'PRAGMA page_count');
    const rows = await select(manager, faultRow, `PRAGMA integrity_check(${MOST_TOLD})`);
    const faults = rows
      .flatMap((row) => row.integrity_check.split('\n'))
      .filter((line) => line !== SOUND && !line.startsWith(HEADING));
    return findingsOf(`${(pages?.page_count ?? 0).toLocaleString('en')} pages`, faults);
  },
  remedy: `${REPAIR}, which builds the indexes again; where that is not enough, restore a backup`,
  repair: {
    did: 'built the indexes again',
    run: async (manager) => {
      await manager.query('REINDEX');
    },
  },
};

/** PostgreSQL looks after its files by itself, and after constraints when they are made. */
export const POSTGRES_INTEGRITY: Check = {
  name: 'All constraints are validated, and all indexes are valid',
  look: lookBySql({
    things: 'constraints and indexes',
    from: `(SELECT connamespace FROM pg_constraint WHERE connamespace = current_schema()::regnamespace
  UNION ALL SELECT relnamespace FROM pg_class WHERE relkind = 'i' AND relnamespace = current_schema()::regnamespace)`,
    faults: `
SELECT 'the constraint ' || conname || ' of ' || conrelid::regclass || ' is not validated' AS what
FROM pg_constraint WHERE NOT convalidated AND connamespace = current_schema()::regnamespace
UNION ALL
SELECT 'the index ' || indexrelid::regclass || ' of ' || indrelid::regclass || ' is not valid'
FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
WHERE NOT indisvalid AND relnamespace = current_schema()::regnamespace`,
  }),
  remedy: 'ALTER TABLE … VALIDATE CONSTRAINT …, or REINDEX INDEX …; for its files, pg_amcheck',
  repair: null,
};
