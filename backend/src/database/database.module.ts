import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { BACKGROUND, COSTLY, Database } from './database.js';
import { Writer } from './writer.js';

/**
 * Repositories are classes bound to a manager, instead of `forFeature` and `@InjectRepository`, because a write needs
 * the repository of its transaction.
 */
@Module({})
export class DatabaseModule {
  static forRoot(database: Database): DynamicModule {
    const providers = [
      { provide: Database, useValue: database },
      { provide: Writer, useValue: database.writer },
    ];
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        opened(database.reading),
        opened(database.costlyReading, COSTLY),
        opened(database.backgroundReading, BACKGROUND),
      ],
      providers,
      exports: providers.map(({ provide }) => provide),
    };
  }
}

const opened = (source: DataSource, name = 'default'): DynamicModule =>
  TypeOrmModule.forRootAsync({
    name,
    useFactory: () => ({ name }),
    dataSourceFactory: () => Promise.resolve(source),
  });
