import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Database } from './database.js';
import { BackgroundReader, CostlyReader, Reader } from './reader.js';
import { Writer } from './writer.js';

/**
 * Provides an open database to every module. Repositories of `forFeature` read on the reader's data source. The writer's
 * data source is not provided: all writes take turns in {@link Writer}, which hands its manager to each.
 */
@Module({})
export class DatabaseModule {
  static forRoot(database: Database): DynamicModule {
    const providers = [
      { provide: Database, useValue: database },
      { provide: Reader, useValue: database.reader },
      { provide: CostlyReader, useValue: database.costlyReader },
      { provide: BackgroundReader, useValue: database.backgroundReader },
      { provide: Writer, useValue: database.writer },
    ];
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        TypeOrmModule.forRootAsync({
          useFactory: () => ({}),
          dataSourceFactory: () => Promise.resolve(database.reading),
        }),
      ],
      providers,
      exports: providers.map(({ provide }) => provide),
    };
  }
}
