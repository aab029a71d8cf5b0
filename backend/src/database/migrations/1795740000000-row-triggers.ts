import { SqlMigration } from './sql-migration.js';

/** Drops the function of PostgreSQL's earlier triggers. All triggers are recreated after the migrations. */
export class RowTriggers1795740000000 extends SqlMigration {
  protected readonly sql = {
    sqlite: 'SELECT 1',
    postgres: 'DROP FUNCTION IF EXISTS reject_change()',
  };
}
