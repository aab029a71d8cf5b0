import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { openDatabase } from '../../src/open-database.js';
import { openShell } from '../support/shell.js';
import { withDatabaseUrl } from '../support/temporary-database.js';

const constraintRow = z.object({ table: z.string(), name: z.string(), definition: z.string() });

const CHECKS = `
SELECT relname AS "table", conname AS name, pg_get_constraintdef(pg_constraint.oid) AS definition
FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
WHERE contype = 'c' AND connamespace = CAST(current_schema() AS regnamespace) ORDER BY 1, 2`;

const viewRow = z.object({ name: z.string(), definition: z.string() });

const VIEWS = `
SELECT viewname AS name, definition FROM pg_views WHERE schemaname = current_schema() ORDER BY 1`;

test('each CHECK constraint and view is unchanged if created again from the definition that PostgreSQL prints', async () => {
  await withDatabaseUrl(async (url) => {
    await (await openDatabase({ kind: 'postgres', url })).close();
    const shell = await openShell(url);
    const readChecks = async () => z.array(constraintRow).parse(await shell.query(CHECKS));
    const made = await readChecks();
    expect(made).not.toEqual([]);
    for (const { table, name, definition } of made) {
      await shell.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
      await shell.query(`ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`);
    }
    expect(await readChecks()).toEqual(made);

    const readViews = async () => z.array(viewRow).parse(await shell.query(VIEWS));
    const views = await readViews();
    expect(views).not.toEqual([]);
    for (const { name, definition } of views) {
      await shell.query(`CREATE OR REPLACE VIEW "${name}" AS ${definition}`);
    }
    expect(await readViews()).toEqual(views);
    await shell.destroy();
  });
});
