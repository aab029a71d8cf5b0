import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { BACKGROUND, COSTLY, Database } from './database.js';
import { Writer } from './writer.js';

/**
 * Does not use `forFeature` and `@InjectRepository`, because a write needs a repository that is bound to the manager of
 * its transaction.
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
