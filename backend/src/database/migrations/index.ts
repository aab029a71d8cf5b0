import type { MigrationInterface } from 'typeorm';
import { CreateSchema1795392000000 } from './1795392000000-create-schema.js';
import { LogFiles1795737600000 } from './1795737600000-log-files.js';
import { RowTriggers1795740000000 } from './1795740000000-row-triggers.js';

export type Migrations = readonly (new () => MigrationInterface)[];

export const MIGRATIONS: Migrations = [
  CreateSchema1795392000000,
  LogFiles1795737600000,
  RowTriggers1795740000000,
];
