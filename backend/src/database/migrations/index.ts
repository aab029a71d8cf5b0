import type { MigrationInterface } from 'typeorm';
import { CreateSchema1795392000000 } from './1795392000000-create-schema.js';
import { LogFiles1795737600000 } from './1795737600000-log-files.js';

export type Migrations = readonly (new () => MigrationInterface)[];

export const MIGRATIONS: Migrations = [CreateSchema1795392000000, LogFiles1795737600000];
