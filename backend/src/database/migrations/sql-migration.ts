import type { MigrationInterface, QueryRunner } from 'typeorm';
import { kindOf, type PerKind } from '../dialect.js';

/**
 * A migration that is frozen SQL: once released it is never edited, and it uses nothing that may change. It makes and
 * changes tables; indexes, triggers and views are made from `database/objects` afterwards. Statements are parted by `;`
 * and an empty line.
 */
export abstract class SqlMigration implements MigrationInterface {
  protected abstract readonly sql: PerKind<string>;

  async up(runner: QueryRunner): Promise<void> {
    const statements = this.sql[kindOf(runner.connection)].split(/;\n\n/);
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations are not undone: restore a backup.'));
  }
}
