import type { EntityManager } from 'typeorm';
import type { Check, TryOut } from '../check.js';
import { counted, findingsOf, REPAIR } from '../check.js';
import { makePostgresObjects, readPostgresObjects } from '../postgres-objects.js';
import type { SchemaObject } from '../../../database/sqlite/schema-objects.js';
import {
  KINDS,
  makeSqliteObjects,
  readSqliteObjects,
} from '../../../database/sqlite/schema-objects.js';

/** An object that is not as the migrations make it. */
interface Difference {
  readonly made: SchemaObject;
  /** Null when it is missing. */
  readonly found: SchemaObject | null;
}

export const SQLITE_SCHEMA = checkSchema(readSqliteObjects, () => makeSqliteObjects());
export const POSTGRES_SCHEMA = checkSchema(readPostgresObjects, (tryOut) =>
  tryOut(makePostgresObjects),
);

/**
 * @param read reads what is there
 * @param make returns what the migrations make
 */
function checkSchema(
  read: (manager: EntityManager) => Promise<SchemaObject[]>,
  make: (tryOut: TryOut) => Promise<SchemaObject[]>,
): Check {
  return {
    name: 'Tables, indexes, views and triggers are those of the migrations',
    look: async ({ manager, tryOut }) => {
      const made = await make(tryOut);
      const found = await read(manager);
      const faults = [
        ...differences(made, found).map(describe),
        ...foreignTriggers(made, found).map(({ name }) => `the trigger ${name} is none of ours`),
      ];
      return findingsOf(counted(made.length, ['object', 'objects']), faults);
    },
    remedy: `${REPAIR}, but for tables, which only a backup brings back, and for triggers that are none of ours, which whoever made them must remove`,
    repair: {
      did: 'made indexes, views and triggers again that were missing or changed',
      run: async (manager) => {
        const made = await make((work) => work(manager));
        await mend(manager, differences(made, await read(manager)));
      },
    },
  };
}

function differences(made: readonly SchemaObject[], found: readonly SchemaObject[]): Difference[] {
  return made
    .map((object) => ({ made: object, found: found.find(isSame(object)) ?? null }))
    .filter((pair) => pair.found?.definition !== pair.made.definition);
}

/** A trigger of somebody else changes what happens here; an index or a view of somebody else does not. */
function foreignTriggers(
  made: readonly SchemaObject[],
  found: readonly SchemaObject[],
): SchemaObject[] {
  return found.filter((object) => object.kind === 'trigger' && !made.some(isSame(object)));
}

function isSame({ kind, name }: SchemaObject): (other: SchemaObject) => boolean {
  return (other) => other.kind === kind && other.name === name;
}

function describe({ made: { kind, name }, found }: Difference): string {
  return `the ${kind} ${name} ${found === null ? 'is missing' : 'is not as it was made'}`;
}

async function mend(manager: EntityManager, all: readonly Difference[]): Promise<void> {
  for (const kind of KINDS.filter((each) => each !== 'table')) {
    for (const { made, found } of all.filter((each) => each.made.kind === kind)) {
      if (found !== null && kind !== 'function') await manager.query(found.removal);
      await manager.query(made.definition);
    }
  }
}
