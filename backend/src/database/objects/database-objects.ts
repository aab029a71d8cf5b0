import type { DataSource, EntityManager } from 'typeorm';
import { z } from 'zod';
import { dialectOf, kindOf, type PerKind } from '../dialect.js';
import { select } from '../reader.js';
import { INDEXES } from './indexes.js';
import { TRIGGER_STATEMENTS } from './triggers.js';
import { viewsOf } from './views.js';

const objectRow = z.object({
  kind: z.enum(['table', 'index', 'trigger', 'view']),
  name: z.string(),
  parent: z.string(),
  /** 0 for a trigger of PostgreSQL that is disabled, or enabled as REPLICA or ALWAYS. */
  isOn: z.int().min(0).max(1),
});

type DatabaseObject = z.infer<typeof objectRow>;

const TABLES = [
  ...['migrations', 'wallet', 'audit_log', 'log_entry', 'referral'],
  ...[
    'claim_history_entry',
    'revoked_referral',
    'ledger_entry',
    'check_in',
    'session',
    'sign_in_challenge',
    'internal_identity',
    'internal_week_total',
    'internal_point_count',
  ],
];

function expectedNames(
  source: DataSource | EntityManager,
): Record<DatabaseObject['kind'], string[]> {
  const kind = kindOf(source);
  return {
    table: kind === 'postgres' ? [...TABLES, 'internal_rate_limit'] : TABLES,
    index: Object.keys(INDEXES),
    trigger: Object.keys(TRIGGER_STATEMENTS[kind]),
    view: Object.keys(viewsOf(dialectOf(source))),
  };
}

const ALL_OBJECTS: PerKind<string> = {
  sqlite: `
SELECT type AS kind, name, tbl_name AS parent, 1 AS "isOn" FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*'`,
  // Objects of extensions are ignored.
  postgres: `
WITH own AS (
  SELECT oid, relname, relkind FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace
    AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e'))
SELECT CASE WHEN relkind IN ('v', 'm') THEN 'view' ELSE 'table' END AS kind, relname AS name, relname AS parent, 1 AS "isOn"
FROM own WHERE relkind IN ('r', 'p', 'f', 'v', 'm')
UNION ALL
SELECT 'index', own.relname, parent.relname, 1
FROM own JOIN pg_index ON indexrelid = own.oid JOIN pg_class AS parent ON parent.oid = indrelid
WHERE NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)
UNION ALL
SELECT 'trigger', tgname, relname, CASE tgenabled WHEN 'O' THEN 1 ELSE 0 END
FROM pg_trigger JOIN own ON own.oid = tgrelid WHERE NOT tgisinternal`,
};

function readObjects(source: DataSource | EntityManager): Promise<DatabaseObject[]> {
  return select(source, objectRow, ALL_OBJECTS[kindOf(source)]);
}

export async function tableNames(source: DataSource | EntityManager): Promise<string[]> {
  const objects = await readObjects(source);
  return objects.filter(({ kind }) => kind === 'table').map(({ name }) => name);
}

/** Compared by name: SQL texts may differ. */
export interface Differences {
  /** Tables, triggers and views; unknown indexes are ignored. */
  readonly unknown: readonly string[];
  /** Includes triggers with `isOn` 0. */
  readonly missing: readonly string[];
  readonly expected: number;
}

export async function compareObjects(source: DataSource | EntityManager): Promise<Differences> {
  const expected = Object.entries(expectedNames(source)).flatMap(([kind, names]) =>
    names.map((name) => `${kind} ${name}`),
  );
  const objects = await readObjects(source);
  const present = new Set(
    objects.filter(({ isOn }) => isOn === 1).map(({ kind, name }) => `${kind} ${name}`),
  );
  const known = new Set(expected);
  return {
    unknown: objects
      .filter(({ kind }) => kind !== 'index')
      .map(({ kind, name }) => `${kind} ${name}`)
      .filter((object) => !known.has(object)),
    missing: expected.filter((object) => !present.has(object)),
    expected: expected.length,
  };
}

export async function dropTriggersAndViews(source: DataSource | EntityManager): Promise<void> {
  const objects = await readObjects(source);
  const on = (parent: string): string => (kindOf(source) === 'postgres' ? ` ON "${parent}"` : '');
  for (const { kind, name, parent } of objects) {
    if (kind === 'trigger') await source.query(`DROP TRIGGER "${name}"${on(parent)}`);
  }
  for (const { kind, name } of objects) {
    if (kind === 'view') await source.query(`DROP VIEW "${name}"`);
  }
}

export async function dropObjects(source: DataSource | EntityManager): Promise<void> {
  await dropTriggersAndViews(source);
  for (const { kind, name } of await readObjects(source)) {
    if (kind === 'index' && name in INDEXES) await source.query(`DROP INDEX "${name}"`);
  }
}

export async function createIndexes(source: DataSource | EntityManager): Promise<void> {
  for (const index of Object.values(INDEXES)) {
    await source.query(`CREATE ${index.replace('INDEX', 'INDEX IF NOT EXISTS')}`);
  }
}

/** Creates missing indexes, and all triggers and views. Drop the old triggers and views first. */
export async function createObjects(source: DataSource | EntityManager): Promise<void> {
  await createIndexes(source);
  for (const statement of Object.values(TRIGGER_STATEMENTS[kindOf(source)]).flat()) {
    await source.query(statement);
  }
  for (const [name, query] of Object.entries(viewsOf(dialectOf(source)))) {
    await source.query(`CREATE VIEW ${name} AS ${query}`);
  }
}
