import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { select } from '../../../database/reader.js';
import {
  KINDS,
  makeSqliteObjects,
  readSqliteObjects,
  schemaObjectRow,
  type SchemaObject,
} from '../../../database/sqlite/schema-objects.js';
import { isPostgres } from '../../rows.js';
import { counted, REPAIR, type Check } from '../check.js';

export const SCHEMA_AS_MIGRATED: Check = {
  name: 'Tables, indexes, views and triggers are those of the migrations',
  look: async ({ manager }) => {
    const made = await makeObjects(manager);
    const found = await readObjects(manager);
    const faults = notAsMade(made, found).map((object) => {
      const flaw = findSame(object, found) === undefined ? 'is missing' : 'is not as it was made';
      return `the ${object.kind} ${object.name} ${flaw}`;
    });
    // A trigger of somebody else changes what happens here; an index or a view of somebody else does not.
    const foreign = found.filter((object) => object.kind === 'trigger' && !findSame(object, made));
    return {
      looked: counted(made.length, ['object', 'objects']),
      faults: [...faults, ...foreign.map(({ name }) => `the trigger ${name} is none of ours`)],
    };
  },
  remedy: `${REPAIR}, but for tables, which only a backup brings back, and for triggers that are none of ours, which whoever made them must remove`,
  repair: {
    did: 'made indexes, views and triggers again that were missing or changed',
    run: async (manager) => {
      const made = await makeObjects(manager);
      const found = await readObjects(manager);
      const all = notAsMade(made, found);
      for (const kind of KINDS.filter((each) => each !== 'table')) {
        for (const object of all.filter((each) => each.kind === kind)) {
          const removal = kind === 'function' ? undefined : findSame(object, found)?.removal;
          if (removal !== undefined) await manager.query(removal);
          await manager.query(object.definition);
        }
      }
    },
  },
};

function makeObjects(manager: EntityManager): Promise<SchemaObject[]> {
  return isPostgres(manager) ? makePostgresObjects(manager) : makeSqliteObjects();
}

function readObjects(manager: EntityManager): Promise<SchemaObject[]> {
  return isPostgres(manager)
    ? select(manager, schemaObjectRow, POSTGRES_OBJECTS)
    : readSqliteObjects(manager);
}

function notAsMade(made: readonly SchemaObject[], found: readonly SchemaObject[]): SchemaObject[] {
  return made.filter((object) => findSame(object, found)?.definition !== object.definition);
}

function findSame(
  { kind, name }: SchemaObject,
  objects: readonly SchemaObject[],
): SchemaObject | undefined {
  return objects.find((object) => object.kind === kind && object.name === name);
}

const SCRATCH = 'pyramidion_doctor';

/** Pretty, names are spelled without the schema that is looked in; but for those of functions, which are replaced. */
const POSTGRES_OBJECTS = `
WITH made_table AS (
  SELECT oid, relname, relpersistence FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname <> 'migrations')
SELECT 'table' AS kind, relname AS name, CAST(relpersistence AS text) || E'\\n' || (
    SELECT string_agg(concat_ws(' ', attname, format_type(atttypid, atttypmod), collname,
      CASE WHEN attnotnull THEN 'NOT NULL' END, pg_get_expr(adbin, adrelid)), E'\\n' ORDER BY attnum)
    FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
      LEFT JOIN pg_collation ON pg_collation.oid = attcollation
    WHERE attrelid = made_table.oid AND attnum > 0 AND NOT attisdropped) || E'\\n' || coalesce((
    SELECT string_agg(conname || ' ' || pg_get_constraintdef(pg_constraint.oid), E'\\n' ORDER BY conname)
    FROM pg_constraint WHERE conrelid = made_table.oid AND contype <> 't'), '') AS definition,
  format('DROP TABLE %I', relname) AS removal
FROM made_table
UNION ALL
SELECT 'index', relname, CASE WHEN indisvalid THEN pg_get_indexdef(indexrelid, 0, true) ELSE 'invalid' END,
  format('DROP INDEX %I', relname)
FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
WHERE indrelid IN (SELECT oid FROM made_table)
  AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)
UNION ALL
SELECT 'view', relname, format('CREATE VIEW %I AS ', relname) || pg_get_viewdef(oid), format('DROP VIEW %I', relname)
FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'v'
UNION ALL
SELECT 'function', proname,
  replace(pg_get_functiondef(pg_proc.oid), format('FUNCTION %s.', pronamespace::regnamespace), 'FUNCTION '),
  format('DROP FUNCTION %I(%s) CASCADE', proname, pg_get_function_identity_arguments(pg_proc.oid))
FROM pg_proc JOIN pg_language ON pg_language.oid = prolang
WHERE pronamespace = current_schema()::regnamespace AND lanname = 'plpgsql'
UNION ALL
SELECT 'trigger', tgname, CASE tgenabled WHEN 'O' THEN pg_get_triggerdef(pg_trigger.oid, true) ELSE 'disabled' END,
  format('DROP TRIGGER %I ON %I', tgname, relname)
FROM pg_trigger JOIN made_table ON made_table.oid = tgrelid WHERE NOT tgisinternal`;

const grantRow = z.object({ grant: z.string() });

const MISSING_GRANT = `
SELECT format('GRANT CREATE ON DATABASE %I TO %I', current_database(), current_user) AS grant
WHERE NOT has_database_privilege(current_database(), 'CREATE')`;

/**
 * What the migrations make, by making it beside what is there and removing it again.
 * @throws Error when the role may not, saying what lets it
 */
export async function makePostgresObjects(manager: EntityManager): Promise<SchemaObject[]> {
  const { queryRunner, connection } = manager;
  if (queryRunner === undefined) throw new Error('objects are made in a transaction');
  // On a connection for reading, a transaction that writes says so before its first query.
  await manager.query('SET TRANSACTION READ WRITE');
  const [missing] = await select(manager, grantRow, MISSING_GRANT);
  if (missing !== undefined) {
    throw new Error(
      `the role may not make a schema to compare with; the owner can allow it: ${missing.grant}`,
    );
  }
  await manager.query('SAVEPOINT scratch');
  await manager.query(`CREATE SCHEMA ${SCRATCH}`);
  await manager.query(`SET LOCAL search_path TO ${SCRATCH}`);
  for (const migration of connection.migrations) await migration.up(queryRunner);
  const objects = await select(manager, schemaObjectRow, POSTGRES_OBJECTS);
  await manager.query('ROLLBACK TO SAVEPOINT scratch');
  return objects;
}
