import { DefaultNamingStrategy } from 'typeorm';
import { snakeCase } from 'typeorm/util/StringUtils.js';
import { MIGRATIONS, type Migrations } from './migrations/index.js';

/** The classes of the tables that are read and written through TypeORM. What a column holds is said in the schema. */
export type Entities = readonly (new () => object)[];

/** Names columns as people do in a shell: joined_at for joinedAt. */
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
