import { DefaultNamingStrategy } from 'typeorm';
import { snakeCase } from 'typeorm/util/StringUtils.js';
import { MIGRATIONS, type Migrations } from './migrations/index.js';

export type Entities = readonly (new () => object)[];

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
