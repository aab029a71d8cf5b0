import type { MigrationInterface } from 'typeorm';
import { CreateSchema1795392000000 } from './1795392000000-create-schema.js';

export type Migrations = readonly (new () => MigrationInterface)[];

/** Every migration, oldest first. */
export const MIGRATIONS: Migrations = [CreateSchema1795392000000];
