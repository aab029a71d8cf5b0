import type { EntityManager } from 'typeorm';
import type { SchemaObject } from '../../../database/sqlite/schema-objects.js';
import {
  KINDS,
  makeSqliteObjects,
  readSqliteObjects,
} from '../../../database/sqlite/schema-objects.js';
import type { Check } from '../check.js';
import { counted, isPostgres, REPAIR } from '../check.js';
import { makePostgresObjects, readPostgresObjects } from '../postgres-objects.js';

export const SCHEMA_AS_MIGRATED: Check = {
  name: 'Tables, indexes, views and triggers are those of the migrations',
  look: async ({ manager, database }) => {
    const made = await (isPostgres(manager)
      ? database.writer.write(makePostgresObjects)
      : makeSqliteObjects());
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
      const made = await (isPostgres(manager) ? makePostgresObjects(manager) : makeSqliteObjects());
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

function readObjects(manager: EntityManager): Promise<SchemaObject[]> {
  return isPostgres(manager) ? readPostgresObjects(manager) : readSqliteObjects(manager);
}

/** What the migrations make, and is missing or another. */
function notAsMade(made: readonly SchemaObject[], found: readonly SchemaObject[]): SchemaObject[] {
  return made.filter((object) => findSame(object, found)?.definition !== object.definition);
}

function findSame(
  { kind, name }: SchemaObject,
  objects: readonly SchemaObject[],
): SchemaObject | undefined {
  return objects.find((object) => object.kind === kind && object.name === name);
}
