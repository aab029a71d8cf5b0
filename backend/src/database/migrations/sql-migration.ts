import type { MigrationInterface, QueryRunner } from 'typeorm';
import { kindOf, type PerKind } from '../dialect.js';

/**
 * Do not edit the SQL after its release, and create no indexes, triggers or views: `database/objects` creates them
 * after the migrations. Statements are separated by `;` and an empty line.
 */
export abstract class SqlMigration implements MigrationInterface {
  abstract readonly sql: PerKind<string>;

  async up(runner: QueryRunner): Promise<void> {
    const statements = this.sql[kindOf(runner.connection)].split(/;\n\n/);
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations are not undone: restore a backup.'));
  }
}
