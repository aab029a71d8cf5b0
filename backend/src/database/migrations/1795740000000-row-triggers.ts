import { SqlMigration } from './sql-migration.js';

/** Replaces the triggers of PostgreSQL, whose functions had other names. All triggers are recreated afterwards. */
export class RowTriggers1795740000000 extends SqlMigration {
  protected readonly sql = {
    sqlite: 'SELECT 1',
    postgres: 'DROP FUNCTION IF EXISTS reject_change()',
  };
}
