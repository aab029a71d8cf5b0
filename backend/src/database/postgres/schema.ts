import { EntitySchema } from 'typeorm';
import type { EntitySchemaColumnOptions } from 'typeorm';
import { ENTITIES } from '../entities.js';
import { Pyramid1795428000000 } from './migrations/001-pyramid.js';

/** Numbers that are given one after the other, also to what does not come to stay: they need the room. */
const GIVEN_NUMBERS = new Set(['number', 'joined_number', 'proof_number', 'action_number']);

/** Every table that TypeORM knows, and the migrations that made them, oldest first. */
export const SCHEMA = {
  entities: ENTITIES.map(({ options }) => {
    const columns = Object.entries(options.columns).map(([name, column]) => [
      name,
      column === undefined ? column : widened(name, column),
    ]);
    return new EntitySchema({ ...options, columns: Object.fromEntries(columns) });
  }),
  migrations: [Pyramid1795428000000],
};

function widened(name: string, column: EntitySchemaColumnOptions): EntitySchemaColumnOptions {
  return GIVEN_NUMBERS.has(column.name ?? name) ? { ...column, type: 'bigint' } : column;
}
