import { DefaultNamingStrategy } from 'typeorm';
import { snakeCase } from 'typeorm/util/StringUtils.js';
import { MIGRATIONS, type Migrations } from './migrations/index.js';

/** Entity classes; the migrations define their columns. */
export type Entities = readonly (new () => object)[];

/** Names columns in snake case: joined_at for joinedAt. */
class SnakeCaseNames extends DefaultNamingStrategy {
  override columnName(propertyName: string): string {
    return snakeCase(propertyName);
  }
}

export const sourceOptions = (entities: Entities, migrations: Migrations = MIGRATIONS) => ({
  entities: [...entities],
  namingStrategy: new SnakeCaseNames(),
  migrations: [...migrations],
  migrationsTransactionMode: 'all' as const,
  invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' } as const,
  logger: 'debug' as const,
});
