import { ENTITIES } from '../entities.js';
import { CreateSchemaOnPostgres1795392000000 } from '../schema/create-schema.js';

/** Every table that TypeORM knows, and the migrations that made them, oldest first. */
export const SCHEMA = {
  entities: ENTITIES,
  migrations: [CreateSchemaOnPostgres1795392000000],
};
