import { ENTITIES } from '../entities.js';
import { CreateSchemaOnSqlite1795392000000 } from '../schema/create-schema.js';
import type { Schema } from './connection.js';

/** Every table that TypeORM knows, and the migrations that made them, oldest first. */
export const SCHEMA: Schema = {
  entities: ENTITIES,
  migrations: [CreateSchemaOnSqlite1795392000000],
};
